import { Box, Button, Group } from "@mantine/core";
import { Fragment, type ReactNode, useState, useSyncExternalStore } from "react";
import type { Client } from "@/api/client";
import type { AppBackend } from "@/app/connection/backend";
import { useConnectionStatus } from "@/data/backend/backend";
import { isPrefixSuspected } from "@/data/backend/optional-endpoint";
import { pluralize } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { Countdown } from "@/ui/feedback/retry-countdown";
import { Notice } from "@/ui/feedback/states";
import { LinkButton } from "@/ui/primitives/link-button";
import classes from "./connection-notices.module.css";

/** Shows what is wrong with the connection to the server, if anything. */
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

/** Shows a warning above the page. */
function Warning(props: {
  readonly title: string;
  readonly children: ReactNode;
  readonly buttons?: ReactNode;
}) {
  return (
    <Box pt={12} px="var(--ui-gutter)">
      <Notice tone="warning" title={props.title}>
        <p>{props.children}</p>
        {props.buttons && (
          <Group gap="xs" mt="xs">
            {props.buttons}
          </Group>
        )}
      </Notice>
    </Box>
  );
}

function DismissButton({ onDismiss }: { readonly onDismiss: () => void }) {
  return (
    <Button variant="default" onClick={onDismiss}>
      Dismiss
    </Button>
  );
}

/** Warns that the connection's API path is deprecated or missing. */
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
    <div role="status">
      {isShown && routes !== dismissedState && (
        <Warning
          title={routes === "gone" ? "API path not found" : "Deprecated API path"}
          buttons={
            <>
              <LinkButton to={paths.connect()} variant="default">
                Change prefix
              </LinkButton>
              <DismissButton onDismiss={() => setDismissedState(routes)} />
            </>
          }
        >
          {routes === "gone"
            ? `A path under /api/${prefix}/ doesn't exist on this server.`
            : `The server has deprecated /api/${prefix}/.`}{" "}
          Try the prefix “{prefix === "environments" ? "projects" : "environments"}”.
        </Warning>
      )}
    </div>
  );
}

const CLOCK_UNITS = [
  { durationMs: 86_400_000, singular: "day", plural: "days" },
  { durationMs: 3_600_000, singular: "hour", plural: "hours" },
  { durationMs: 60_000, singular: "minute", plural: "minutes" },
] as const;

/**
 * Formats a difference in its largest unit.
 * @param ms at least half a minute
 */
function formatClockDifference(ms: number): string {
  const unit = CLOCK_UNITS.find((each) => Math.round(ms / each.durationMs) >= 1) ?? CLOCK_UNITS[2];
  return pluralize(Math.round(ms / unit.durationMs), unit.singular, unit.plural);
}

/** Warns, once per connection, that this device's clock differs from the server's. */
function ClockSkewNotice({ client }: { readonly client: Client }) {
  // Local time minus server time.
  const { clockSkewMs } = useConnectionStatus(client);
  const [isDismissed, setIsDismissed] = useState(false);
  return (
    <div role="status">
      {clockSkewMs !== null && !isDismissed && (
        <Warning
          title={`This device's clock is ${formatClockDifference(Math.abs(clockSkewMs))} ${clockSkewMs > 0 ? "ahead of" : "behind"} the server's`}
          buttons={<DismissButton onDismiss={() => setIsDismissed(true)} />}
        >
          Relative times and states such as “overdue” may be wrong. Correct this device's clock, then reload.
        </Warning>
      )}
    </div>
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
            action={
              isRefused && (
                <Button variant="default" onClick={client.retryNow}>
                  Retry now
                </Button>
              )
            }
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

export function OfflineNotice({ isDemo }: { readonly isDemo: boolean }) {
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  return (
    <div role="status">
      {!isOnline && (
        <Warning title="You're offline">
          {isDemo
            ? "The demo works offline, except for pages you haven't opened yet."
            : "You're seeing data loaded earlier. Saving works again when you're back online."}
        </Warning>
      )}
    </div>
  );
}
