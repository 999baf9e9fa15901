import { Alert, Box, Button, Group, Skeleton, Stack, Text, ThemeIcon, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import type { Problem } from "@/lib/text/problem";
import { LinkButton } from "@/ui/primitives/link-button";
import { ErrorIcon, InfoIcon, RefreshIcon, WarningIcon } from "@/ui/theme/icons";
import { RawJson } from "./copy-button";
import { RetryCountdown } from "./time-stamp";

export function EmptyState(props: {
  readonly title: string;
  readonly detail?: ReactNode;
  readonly action?: ReactNode;
  readonly icon?: ReactNode;
}) {
  const { title, detail, action, icon } = props;
  return (
    <StateFrame>
      {icon !== undefined && (
        <ThemeIcon variant="default" c="dimmed">
          {icon}
        </ThemeIcon>
      )}
      <h2>{title}</h2>
      {detail !== undefined && <StateDetail>{detail}</StateDetail>}
      {action !== undefined && <StateActions>{action}</StateActions>}
    </StateFrame>
  );
}

export function ErrorState(props: {
  readonly problem: Problem;
  /** Shown as "Try again" if the problem allows a retry. Also called once when the server's wait time ends. */
  readonly onRetry?: () => void;
  readonly raw?: unknown;
  readonly actions?: ReactNode;
}) {
  const { problem, onRetry, raw, actions } = props;
  const retry = problem.canRetry ? onRetry : undefined;
  return (
    <StateFrame>
      <ThemeIcon variant="light" color="red">
        <ErrorIcon />
      </ThemeIcon>
      <Stack role="alert" align="center" gap={0} w="100%">
        <h2>{problem.title}</h2>
        <StateDetail>{problem.detail}</StateDetail>
      </Stack>
      {retry && problem.retryAt !== undefined && (
        <RetryCountdown retryAt={problem.retryAt} endMessage="Retrying…" onEnd={retry} />
      )}
      {(actions !== undefined || retry) && (
        <StateActions>
          {retry && (
            <Button leftSection={<RefreshIcon />} onClick={retry}>
              Try again
            </Button>
          )}
          {actions}
        </StateActions>
      )}
      {raw !== undefined && (
        <Box w="min(720px, 100%)" mt={20} ta="start">
          <RawJson value={raw} />
        </Box>
      )}
    </StateFrame>
  );
}

function StateFrame({ children }: { readonly children: ReactNode }) {
  return (
    <Stack align="center" gap={0} px="lg" py={56} ta="center">
      {children}
    </Stack>
  );
}

function StateDetail({ children }: { readonly children: ReactNode }) {
  return (
    <Text component="div" c="dimmed" w="100%" maw="56ch" mt={4}>
      {children}
    </Text>
  );
}

function StateActions({ children }: { readonly children: ReactNode }) {
  return (
    <Group justify="center" gap="xs" mt="md">
      {children}
    </Group>
  );
}

const LINE_WIDTHS = ["92%", "78%", "85%", "64%"];

export function SkeletonLines(props: {
  readonly count: number;
  /** Whether a surrounding element already announces loading. */
  readonly isDecorative?: boolean;
}) {
  const { count, isDecorative = false } = props;
  return (
    <Stack gap="sm" aria-busy={!isDecorative || undefined} aria-hidden={isDecorative || undefined}>
      {!isDecorative && <VisuallyHidden>Loading</VisuallyHidden>}
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} width={LINE_WIDTHS[index % LINE_WIDTHS.length]} />
      ))}
    </Stack>
  );
}

const NOTICE_ICONS = { info: <InfoIcon />, warning: <WarningIcon />, danger: <ErrorIcon /> };

/** Shows an inline notice. Only the tone "danger" interrupts screen readers. */
export function Notice(props: {
  readonly tone: "info" | "warning" | "danger";
  readonly title?: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  const { tone, title, children, action } = props;
  return (
    <Alert
      color={tone}
      icon={NOTICE_ICONS[tone]}
      role={tone === "danger" ? "alert" : "note"}
      // Mantine describes the alert by its own text, which screen readers would read twice.
      renderRoot={({ "aria-describedby": _, ...root }) => <div {...root} />}
    >
      <Group gap="4px 10px">
        <Box flex="1 1 200px" miw={0}>
          {title !== undefined && (
            <Text inherit fw={600}>
              {title}
            </Text>
          )}
          {children !== undefined && <div>{children}</div>}
        </Box>
        {action !== undefined && <Group gap="xs">{action}</Group>}
      </Group>
    </Alert>
  );
}

export interface DisplayError {
  readonly problem: Problem;
  readonly raw: unknown;
  /** Other projects when the API key can't access this project. Otherwise null. */
  readonly otherProjects: readonly { readonly id: number; readonly name: string }[] | null;
}

/** Links to other projects when the API key can't access this one. */
export function ProjectError(props: {
  readonly error: DisplayError;
  readonly onRetry: () => void;
  /** Returns the path of the current page in another project. */
  readonly linkTo: (projectId: number) => string;
  readonly actions?: ReactNode;
}) {
  const { error, onRetry, linkTo, actions } = props;
  const { problem, raw, otherProjects } = error;
  return (
    <ErrorState
      problem={problem}
      onRetry={onRetry}
      raw={raw}
      actions={
        otherProjects?.map(({ id, name }) => (
          <LinkButton key={id} to={linkTo(id)}>
            {name || `Project ${id}`}
          </LinkButton>
        )) ?? actions
      }
    />
  );
}
