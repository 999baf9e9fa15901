import { Anchor, Box, Divider, Group, Paper } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { Link } from "react-router-dom";
import { ChevronRightIcon } from "@/ui/theme/icons";
import disclosureStyles from "./disclosure.module.css";
import classes from "./section.module.css";

export function Section(props: {
  readonly title: string;
  readonly status?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const { title, status, actions, children } = props;
  const id = useId();
  return (
    <Paper
      component="section"
      bd="1px solid var(--ui-border)"
      radius="lg"
      className={classes.section ?? ""}
      aria-labelledby={id}
    >
      <Group justify="space-between" gap="4px 12px" mih={44} px="md" py={6}>
        <Group gap="0 12px" miw={0} fz="sm" c="dimmed">
          <Box component="h2" id={id} fz="md" c="var(--ui-text)">
            {title}
          </Box>
          {status}
        </Group>
        {actions !== undefined && (
          <Group gap="8px 12px" data-no-print>
            {actions}
          </Group>
        )}
      </Group>
      <Divider />
      <Box px="md" pt={14} pb="md" fz="sm">
        {children}
      </Box>
    </Paper>
  );
}

export function SectionLink(props: { readonly to: string; readonly children: ReactNode }) {
  const { to, children } = props;
  return (
    <Anchor
      component={Link}
      to={to}
      fz="sm"
      display="inline-flex"
      mih="var(--ui-target)"
      style={{ alignItems: "center" }}
    >
      {children}
    </Anchor>
  );
}

export function Disclosure(props: {
  readonly summary: string;
  /** Rendered on demand, because large content is slow to render. */
  readonly children: () => ReactNode;
}) {
  const { summary, children } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={disclosureStyles.details} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={disclosureStyles.summary}>
        <ChevronRightIcon size={12} />
        {summary}
      </summary>
      {isOpen && children()}
    </details>
  );
}

export function KeyValueList(props: {
  readonly items: readonly { readonly label: string; readonly value: ReactNode }[];
}) {
  const { items } = props;
  return (
    <div className={classes.container}>
      <dl className={classes.list}>
        {items.map((item) => (
          <div key={item.label} className={classes.pair}>
            <dt className={classes.label}>{item.label}</dt>
            <dd className={classes.value}>{item.value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
