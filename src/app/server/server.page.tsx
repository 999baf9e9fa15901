import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { Backend } from "@/app/connection/backend";
import { getRecentProject } from "@/app/connection/connection-storage";
import { useSession } from "@/app/connection/session";
import { forgetRefusals } from "@/data/browser-storage/stored-refusals";
import { type Api, ApiProvider } from "@/data/client/api-context";
import { refreshAllData } from "@/data/client/optional-endpoint";
import { paths } from "@/lib/url/paths";
import { EmptyState, Notice } from "@/ui/feedback/states";
import { HelpLink } from "@/ui/page/help-link";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { Section } from "@/ui/primitives/section";
import { checkReads } from "./check-reads";
import { toEndpointState } from "./endpoint-state";
import { CapabilitySection, EndpointTable } from "./endpoint-tables";
import { RequestLog } from "./request-log";
import classes from "./server.module.css";
import { keyScopesErrorMessage } from "./server-messages";
import { useKeyScopes } from "./use-key-scopes";

const BREADCRUMBS = [{ label: "Settings", to: paths.settings() }];

export function ServerPage() {
  const { backend } = useSession();
  return (
    <Page
      title="Server"
      breadcrumbs={BREADCRUMBS}
      description={
        backend && (
          <>
            Server responses since this page was loaded, and refusals of the last day.{" "}
            <HelpLink page="troubleshooting" section="see-how-the-server-responds" topic="the server page" />
          </>
        )
      }
    >
      {backend === null ? (
        <EmptyState title="Not connected" action={<LinkButton to={paths.connect()}>Connect</LinkButton>} />
      ) : (
        <ServerContent backend={backend} />
      )}
    </Page>
  );
}

function ServerContent({ backend }: { readonly backend: Backend }) {
  const { client } = backend;
  const api: Api = { client, projectId: getRecentProject(backend) };
  // The log creates a new array after each call, so that the tables render again.
  const calls = useSyncExternalStore(client.connectionStatus.subscribe, client.callLog.get);
  const keyScopes = useKeyScopes(client);
  const queryClient = useQueryClient();
  const reads = useMutation({
    mutationFn: () => {
      forgetRefusals(client.connection.id);
      return checkReads(api, (id) => toEndpointState(client.callLog.latest.get(id)).kind !== "works");
    },
    onSettled: () => refreshAllData(queryClient),
  });
  const log = { get: () => calls, latest: client.callLog.latest };

  return (
    <ApiProvider api={api}>
      <div className={classes.page}>
        <Section
          title="Endpoints"
          actions={
            <>
              <Button variant="default" loading={reads.isPending} onClick={() => reads.mutate()}>
                Check read endpoints
              </Button>
              <Button variant="default" loading={keyScopes.isPending} onClick={keyScopes.check}>
                Check write access
              </Button>
            </>
          }
        >
          <p className={classes.hint}>
            Both checks are read-only. If the server refuses a lookup, Environs doesn't send it again for a
            day unless you check it here.
          </p>
          {keyScopes.error && <Notice tone="warning">{keyScopesErrorMessage(keyScopes.error)}</Notice>}
          <EndpointTable log={log} keyScopes={keyScopes.scopes} isOptional={false} />
        </Section>
        <Section title="Optional endpoints">
          <p className={classes.hint}>
            These endpoints provide names and suggestions. Everything else works without them.
          </p>
          <EndpointTable log={log} keyScopes={keyScopes.scopes} isOptional />
        </Section>
        <CapabilitySection log={log} />
        <RequestLog calls={calls} />
      </div>
    </ApiProvider>
  );
}
