import { Anchor, Box, Divider, Group, Paper } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { Link } from "react-router-dom";
import classes from "./section.module.css";

interface SectionProps {
  readonly title: string;
  /** Status after the title. */
  readonly status?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, status, actions, children }: SectionProps) {
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

interface SectionLinkProps {
  readonly to: string;
  readonly children: ReactNode;
}

/** Shows a link to the page with all items of a section. */
export function SectionLink({ to, children }: SectionLinkProps) {
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
