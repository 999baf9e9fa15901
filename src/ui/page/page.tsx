import { Anchor, Box, Group, Stack, Text } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { Link } from "react-router-dom";
import { type HelpPageName, paths } from "@/lib/url/paths";
import { ChevronRightIcon } from "@/ui/theme/icons";
import classes from "./page.module.css";

interface PageProps {
  readonly title: string;
  readonly documentTitle?: string;
  readonly breadcrumbs?: readonly { readonly label: string; readonly to?: string }[];
  readonly actions?: ReactNode;
  readonly help?: ReactNode;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}

/** In characters. Names of records can be longer than what a tab or the browser's history shows. */
const MAX_TITLE_LENGTH = 90;

export function Page(props: PageProps) {
  const { title, documentTitle = title, breadcrumbs = [], actions, help, description } = props;
  useEffect(() => {
    const characters = [...documentTitle];
    document.title = `${characters.slice(0, MAX_TITLE_LENGTH).join("")} · Environs`;
  }, [documentTitle]);

  return (
    <Box miw={0}>
      <header className={classes.header}>
        {breadcrumbs.length > 0 && <Breadcrumbs items={breadcrumbs} />}
        <div className={classes.bar}>
          <div className={classes.heading}>
            {/* The app focuses the heading after navigation. */}
            <h1 tabIndex={-1} className={classes.title}>
              {title}
            </h1>
            {help !== undefined && (
              <Group gap="xs" fz="sm" className={classes.help ?? ""}>
                {help}
              </Group>
            )}
            {description !== undefined && (
              <Text component="div" size="sm" c="dimmed" maw="80ch">
                {description}
              </Text>
            )}
          </div>
          {actions !== undefined && (
            <Group gap="xs" className={classes.actions ?? ""} data-no-print>
              {actions}
            </Group>
          )}
        </div>
      </header>
      <div className={classes.content}>{props.children}</div>
    </Box>
  );
}

function Breadcrumbs({ items }: { readonly items: NonNullable<PageProps["breadcrumbs"]> }) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={classes.breadcrumbs}>
        {items.map((item, index) => (
          <li key={item.label} className={classes.breadcrumb}>
            {item.to === undefined ? (
              <span>{item.label}</span>
            ) : (
              <Anchor component={Link} to={item.to} c="inherit" py={3}>
                {item.label}
              </Anchor>
            )}
            {/* The title follows on the next line, so the last item needs no separator. */}
            {index < items.length - 1 && <ChevronRightIcon size={12} />}
          </li>
        ))}
      </ol>
    </nav>
  );
}

export function HelpLink(props: {
  readonly page: HelpPageName;
  readonly section?: string;
  /** Completes "Learn more about …" for screen readers. */
  readonly topic: string;
}) {
  const { page, section, topic } = props;
  return (
    <Anchor
      component={Link}
      to={paths.help(page, section)}
      underline="always"
      aria-label={`Learn more about ${topic}`}
      data-no-print
    >
      Learn more
    </Anchor>
  );
}

export function TwoColumns(props: { readonly children: ReactNode; readonly aside: ReactNode }) {
  const { children, aside } = props;
  return (
    <div className={classes.container}>
      <div className={classes.columns}>
        <Stack miw={0}>{children}</Stack>
        <Stack miw={0}>{aside}</Stack>
      </div>
    </div>
  );
}
