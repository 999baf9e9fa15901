import { Box, Button, Group } from "@mantine/core";
import { Component, Fragment, type ReactNode, useState, useSyncExternalStore } from "react";
import type { Client } from "@/api/client";
import type { AppBackend } from "@/app/connection/backend";
import { useConnectionStatus } from "@/data/backend/backend";
import { isPrefixSuspected } from "@/data/backend/optional-endpoint";
import { pluralize } from "@/lib/text/numbers";
import { isChunkLoadError, type Problem } from "@/lib/text/problem";
import { paths } from "@/lib/url/paths";
import { ErrorState, Notice } from "@/ui/feedback/states";
import { Countdown } from "@/ui/feedback/time-stamp";
import { resetFailedPages } from "@/ui/overlay/lazy-overlay";
import { LinkButton } from "@/ui/primitives/link-button";
import classes from "./connection-notices.module.css";

export function ConnectionNotices({ backend }: { readonly backend: AppBackend | null }) {
  return (
    <>
      {backend && (
        <Fragment key={backend.client.connection.id}>
          {/* The demo's prefix can't be changed. */}
          {backend.demo === null && <DeprecatedRoutesNotice client={backend.client} />}
          <ClockSkewNotice client={backend.client} />
          <ThrottleNotice client={backend.client} />
        </Fragment>
      )}
      <OfflineNotice isDemo={backend?.demo != null} />
    </>
  );
}

/** Shows a warning above the page, in a live region that is rendered before. */
function Warning(props: {
  readonly isShown: boolean;
  readonly title: string;
  readonly children: ReactNode;
  readonly button?: ReactNode;
  readonly onDismiss?: () => void;
}) {
  return (
    <div role="status">
      {props.isShown && (
        <Box pt={12} px="var(--ui-gutter)">
          <Notice tone="warning" title={props.title}>
            <p>{props.children}</p>
            {props.onDismiss && (
              <Group gap="xs" mt="xs">
                {props.button}
                <Button onClick={props.onDismiss}>Dismiss</Button>
              </Group>
            )}
          </Notice>
        </Box>
      )}
    </div>
  );
}

function DeprecatedRoutesNotice({ client }: { readonly client: Client }) {
  const { routes } = useConnectionStatus(client);
  const [dismissedState, setDismissedState] = useState<typeof routes>("current");
  const isSuspected = useSyncExternalStore(client.connectionStatus.subscribe, () =>
    isPrefixSuspected(client),
  );
  const { prefix } = client.connection;
  // If only an endpoint was removed, another prefix wouldn't help, and the endpoint's page shows the error.
  const isShown = routes === "deprecated" || (routes === "gone" && isSuspected);
  return (
    <Warning
      isShown={isShown && routes !== dismissedState}
      title={routes === "gone" ? "API path not found" : "Deprecated API path"}
      button={<LinkButton to={paths.connect()}>Change prefix</LinkButton>}
      onDismiss={() => setDismissedState(routes)}
    >
      {routes === "gone"
        ? `A path under /api/${prefix}/ doesn't exist on this server.`
        : `The server has deprecated /api/${prefix}/.`}{" "}
      Try the prefix “{prefix === "environments" ? "projects" : "environments"}”.
    </Warning>
  );
}

const CLOCK_UNITS = [
  { durationMs: 86_400_000, singular: "day", plural: "days" },
  { durationMs: 3_600_000, singular: "hour", plural: "hours" },
  { durationMs: 60_000, singular: "minute", plural: "minutes" },
] as const;

/** Formats a difference in its largest unit: "2 hours ahead of". */
function formatClockDifference(skewMs: number): string {
  const ms = Math.abs(skewMs);
  const unit = CLOCK_UNITS.find((each) => Math.round(ms / each.durationMs) >= 1) ?? CLOCK_UNITS[2];
  const amount = pluralize(Math.round(ms / unit.durationMs), unit.singular, unit.plural);
  return `${amount} ${skewMs > 0 ? "ahead of" : "behind"}`;
}

function ClockSkewNotice({ client }: { readonly client: Client }) {
  // Local time minus server time.
  const { clockSkewMs } = useConnectionStatus(client);
  const [isDismissed, setIsDismissed] = useState(false);
  return (
    <Warning
      isShown={clockSkewMs !== null && !isDismissed}
      title={`This device's clock is ${formatClockDifference(clockSkewMs ?? 0)} the server's`}
      onDismiss={() => setIsDismissed(true)}
    >
      Relative times and states such as “overdue” may be wrong. Correct this device's clock, then reload.
    </Warning>
  );
}

/** Counts down while reads wait for the server's limit or for the request budget. They resume automatically. */
export function ThrottleNotice({ client }: { readonly client: Client }) {
  const status = useConnectionStatus(client);
  const retryAt = status.retryAt ?? status.budgetResumesAt;
  // A wait for the app's own limit can't be skipped.
  const isRefused = status.retryAt !== null || client.budget.pausedUntil() !== null;
  return (
    <>
      {/* Announced once, not every second. */}
      <p role="status" className="ui-hidden">
        {retryAt !== null && "The server limits requests. Loading resumes automatically."}
      </p>
      {retryAt !== null && (
        <div className={classes.floating}>
          <Notice
            tone="warning"
            title="The server limits requests"
            action={isRefused && <Button onClick={client.retryNow}>Retry now</Button>}
          >
            Loading resumes in <Countdown key={retryAt} until={retryAt} />.
          </Notice>
        </div>
      )}
    </>
  );
}

function subscribeOnline(onChange: () => void): () => void {
  const controller = new AbortController();
  for (const type of ["online", "offline"])
    window.addEventListener(type, onChange, { signal: controller.signal });
  return () => controller.abort();
}

function OfflineNotice({ isDemo }: { readonly isDemo: boolean }) {
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  return (
    <Warning isShown={!isOnline} title="You're offline">
      {isDemo
        ? "The demo works offline, except for pages you haven't opened yet."
        : "You're seeing data loaded earlier. Saving works again when you're back online."}
    </Warning>
  );
}

/** @param scope missing scope, or null when the server reports none */
export function listRefusalMessage(scope: string | null): string {
  return scope === null
    ? "The key can't list projects."
    : `The key can't list projects: it's missing the scope ${scope}.`;
}

export const ORGANIZATION_PROJECTS_NOTE =
  "These are the organization's projects. The key may not open all of them.";

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** After an error, the children render again when this key changes, such as after navigation. */
  readonly resetKey?: string;
}

function describeCrash(error: Error): Problem {
  const isMissing = isChunkLoadError(error);
  return {
    title: isMissing ? "Couldn't load this page" : "Something went wrong on our end",
    detail: isMissing
      ? "Check your connection and try again, or reload to get the latest version."
      : `Try again, or reload the app. Error: ${error.message}`,
    canRetry: true,
  };
}

/** Browsers may report a connection a moment before requests succeed. */
const SECOND_RETRY_MS = 3_000;

export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidMount(): void {
    window.addEventListener("online", this.handleOnline);
  }

  override componentWillUnmount(): void {
    window.removeEventListener("online", this.handleOnline);
    clearTimeout(this.retryTimer);
  }

  override componentDidUpdate(previousProps: ErrorBoundaryProps): void {
    if (this.state.error && previousProps.resetKey !== this.props.resetKey) this.retry();
  }

  private retryTimer: ReturnType<typeof setTimeout> | undefined;

  private readonly handleOnline = (): void => {
    this.retryChunk();
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => this.retryChunk(), SECOND_RETRY_MS);
  };

  private retryChunk(): void {
    if (isChunkLoadError(this.state.error)) this.retry();
  }

  private readonly retry = (): void => {
    resetFailedPages();
    this.setState({ error: null });
  };

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <ErrorState
        problem={describeCrash(error)}
        onRetry={this.retry}
        actions={<Button onClick={() => location.reload()}>Reload the app</Button>}
      />
    );
  }
}
