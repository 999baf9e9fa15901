import { Button } from "@mantine/core";
import { useState, useSyncExternalStore } from "react";
import { isPrefixSuspected } from "@/data/client/path-prefix";
import { useConnectionStatus } from "@/data/client/use-connection-status";
import type { Client } from "@/http/client";
import { paths } from "@/lib/url/paths";
import { Notice } from "@/ui/feedback/states";
import { LinkButton } from "@/ui/primitives/link-button";
import classes from "./notices.module.css";

const MESSAGES = {
  deprecated: {
    title: "Deprecated API path",
    detail: (prefix: string, otherPrefix: string) =>
      `The server has deprecated /api/${prefix}/. Try the prefix “${otherPrefix}”.`,
  },
  gone: {
    title: "API path not found",
    detail: (prefix: string, otherPrefix: string) =>
      `A path under /api/${prefix}/ doesn't exist on this server. Try the prefix “${otherPrefix}”.`,
  },
} as const;

/**
 * Warns that the connection's API path is deprecated or missing, until the user dismisses the
 * warning.
 */
export function DeprecatedRoutesNotice({ client }: { readonly client: Client }) {
  const { routes } = useConnectionStatus(client);
  const [dismissedState, setDismissedState] = useState<typeof routes>("current");
  return (
    <div role="status">
      {routes !== "current" && routes !== dismissedState && (
        <DeprecatedRoutesMessage
          routes={routes}
          client={client}
          onDismiss={() => setDismissedState(routes)}
        />
      )}
    </div>
  );
}

interface DeprecatedRoutesMessageProps {
  readonly routes: keyof typeof MESSAGES;
  readonly client: Client;
  readonly onDismiss: () => void;
}

function DeprecatedRoutesMessage({ routes, client, onDismiss }: DeprecatedRoutesMessageProps) {
  const { prefix } = client.connection;
  const isSuspected = useSyncExternalStore(client.connectionStatus.subscribe, () =>
    isPrefixSuspected(client),
  );
  // If only an endpoint was removed, another prefix wouldn't help, and the endpoint's page shows
  // the error.
  if (routes === "gone" && !isSuspected) return null;
  return (
    <div className={classes.notice}>
      <Notice tone="warning" title={MESSAGES[routes].title}>
        <p>{MESSAGES[routes].detail(prefix, prefix === "environments" ? "projects" : "environments")}</p>
        <div className={classes.buttons}>
          <LinkButton to={paths.connect()} variant="default">
            Change prefix
          </LinkButton>
          <Button variant="default" onClick={onDismiss}>
            Dismiss
          </Button>
        </div>
      </Notice>
    </div>
  );
}
