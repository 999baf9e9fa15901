import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import { useSession } from "@/app/connection/session";
import classes from "@/app/settings/settings.module.css";
import { ErrorState, SkeletonLines } from "@/ui/feedback/states";
import { HelpLink } from "@/ui/page/help-link";
import { Page } from "@/ui/page/page";
import { Section } from "@/ui/primitives/section";
import type { ConnectionResult } from "./connect-check";
import { ConnectFields } from "./connect-fields";
import { ConnectionList } from "./connection-list";
import { ProjectPicker } from "./project-picker";
import { toSameOriginPath } from "./safe-redirect";
import { loadServerConfig, type ServerConfig } from "./server-config";

export function ConnectPage() {
  const { backend, connections, startDemo } = useSession();
  const searchParams = new URLSearchParams(useLocation().search);
  const [result, setResult] = useState<ConnectionResult | null>(null);
  const [selectedServer, setSelectedServer] = useState<ServerConfig>();
  const pinned = useQuery({
    queryKey: ["config"],
    queryFn: ({ signal }) => loadServerConfig(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // After a disconnect, the last server is prefilled.
  const lastConnection = backend === null ? connections.at(-1) : undefined;
  const knownServer = pinned.data ?? selectedServer ?? lastConnection;
  const hasList = startDemo !== null || connections.length > 0;

  return (
    <Page
      title="Connect"
      description={
        <>
          Connect to a server with the Project Environments API.{" "}
          <HelpLink page="connecting" topic="connecting and scopes" />
        </>
      }
    >
      <div className={classes.narrow}>
        {result && <ProjectPicker result={result} returnPath={toSameOriginPath(searchParams.get("from"))} />}
        {hasList && (
          <Section title="Connections">
            <ConnectionList pinned={pinned.data} onNeedKey={setSelectedServer} />
          </Section>
        )}
        {!result && (
          <Section
            title={pinned.data ? `Connect to ${new URL(pinned.data.baseUrl).host}` : "Connect to a server"}
          >
            {pinned.isPending && <SkeletonLines count={6} />}
            {pinned.error && (
              <ErrorState
                problem={{
                  title: "Couldn't load the configuration",
                  detail: `Try again, or ask your administrator to fix config.json. Error: ${pinned.error.message}`,
                  canRetry: true,
                }}
                onRetry={() => void pinned.refetch()}
              />
            )}
            {pinned.isSuccess && (
              <ConnectFields
                key={knownServer ? `${knownServer.baseUrl} ${knownServer.prefix}` : "new"}
                knownServer={knownServer}
                isPinned={pinned.data !== null}
                onConnected={setResult}
              />
            )}
          </Section>
        )}
      </div>
    </Page>
  );
}
