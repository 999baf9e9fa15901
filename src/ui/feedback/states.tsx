import { Alert, Box, Button, Group, Skeleton, Stack, Text, ThemeIcon, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import type { Problem } from "@/lib/text/problem";
import { ErrorIcon, InfoIcon, RefreshIcon, WarningIcon } from "@/ui/theme/icons";
import { RawJson } from "./raw-json";
import { RetryCountdown } from "./retry-countdown";

interface EmptyStateProps {
  readonly title: string;
  readonly detail?: ReactNode;
  readonly action?: ReactNode;
  readonly icon?: ReactNode;
}

export function EmptyState({ title, detail, action, icon }: EmptyStateProps) {
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

interface ErrorStateProps {
  readonly problem: Problem;
  /**
   * Called by the button "Try again", which is shown if the problem allows a retry. Also called
   * once when the server's wait time ends.
   */
  readonly onRetry?: () => void;
  /** Raw response when parsing failed. */
  readonly raw?: unknown;
  readonly actions?: ReactNode;
}

export function ErrorState({ problem, onRetry, raw, actions }: ErrorStateProps) {
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
            <Button variant="default" leftSection={<RefreshIcon />} onClick={retry}>
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

interface SkeletonLinesProps {
  readonly count: number;
  /** Whether a surrounding element already announces loading. */
  readonly isDecorative?: boolean;
}

export function SkeletonLines({ count, isDecorative = false }: SkeletonLinesProps) {
  return (
    <Stack gap="sm" aria-busy={!isDecorative || undefined} aria-hidden={isDecorative || undefined}>
      {!isDecorative && <VisuallyHidden>Loading</VisuallyHidden>}
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} width={LINE_WIDTHS[index % LINE_WIDTHS.length]} />
      ))}
    </Stack>
  );
}

interface NoticeProps {
  readonly tone: "info" | "warning" | "danger";
  readonly title?: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

const NOTICE_ICONS = { info: <InfoIcon />, warning: <WarningIcon />, danger: <ErrorIcon /> };

/** Shows an inline notice. Only the tone "danger" interrupts screen readers. */
export function Notice({ tone, title, children, action }: NoticeProps) {
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
