import { Button, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { isCanceled, type LoggedCall } from "@/api/client";
import { describeError } from "@/api/describe-error";
import { HttpError } from "@/api/errors";
import { getCurrentKey } from "@/api/people";
import type { AppBackend } from "@/app/connection/backend";
import { getRecentProject } from "@/app/connection/connection-storage";
import { useSession } from "@/app/connection/session";
import { type Api, ApiProvider } from "@/data/backend/backend";
import { refreshAllData } from "@/data/backend/optional-endpoint";
import { forgetRefusals } from "@/data/browser-storage/local-storage";
import { formatCount } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { CopyButton } from "@/ui/feedback/copy-button";
import { EmptyState, Notice } from "@/ui/feedback/states";
import { HelpLink, Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { Section } from "@/ui/primitives/section";
import {
  CapabilitySection,
  checkReads,
  EndpointTable,
  ServerTable,
  StateCell,
  type StatusLabel,
  toEndpointState,
} from "./endpoint-tables";

export function ServerPage() {
  const { backend } = useSession();
  return (
    <Page
      title="Server"
      breadcrumbs={[{ label: "Settings", to: paths.settings() }]}
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
        <EmptyState
          title="Not connected"
          action={
            <LinkButton variant="filled" to={paths.connect()}>
              Connect
            </LinkButton>
          }
        />
      ) : (
        <ServerContent backend={backend} />
      )}
    </Page>
  );
}

function ServerContent({ backend }: { readonly backend: AppBackend }) {
  const { client } = backend;
  const api: Api = { ...backend, projectId: getRecentProject(backend) };
  // The log creates a new array after each call, so that the tables render again.
  const calls = useSyncExternalStore(client.connectionStatus.subscribe, client.callLog.get);
  const keyScopes = useMutation({
    mutationFn: async () => {
      const { connection } = client;
      const { scopes } = await client.request(getCurrentKey, { path: {} });
      return { connection, scopes };
    },
  });
  // Scopes of a replaced key don't apply to the new one.
  const scopes = keyScopes.data?.connection === client.connection ? keyScopes.data.scopes : undefined;
  const reads = useMutation({
    mutationFn: () => {
      forgetRefusals(client.connection.id);
      return checkReads(api, (id) => toEndpointState(client.callLog.latest.get(id)).kind !== "works");
    },
    onSettled: () => refreshAllData(api),
  });
  const log = { get: () => calls, latest: client.callLog.latest };

  return (
    <ApiProvider api={api}>
      <Stack maw={1240}>
        <Section
          title="Endpoints"
          actions={
            <>
              <Button loading={reads.isPending} onClick={() => reads.mutate()}>
                Check read endpoints
              </Button>
              <Button loading={keyScopes.isPending} onClick={() => keyScopes.mutate()}>
                Check write access
              </Button>
            </>
          }
        >
          <Text fz="sm" c="dimmed" mb="xs">
            Both checks are read-only. If the server refuses a lookup, Environs doesn't send it again for a
            day unless you check it here.
          </Text>
          {keyScopes.error && <Notice tone="warning">{keyScopesErrorMessage(keyScopes.error)}</Notice>}
          <EndpointTable log={log} keyScopes={scopes} isOptional={false} />
        </Section>
        <Section title="Optional endpoints">
          <Text fz="sm" c="dimmed" mb="xs">
            These endpoints provide names and suggestions. Everything else works without them.
          </Text>
          <EndpointTable log={log} keyScopes={scopes} isOptional />
        </Section>
        <CapabilitySection log={log} />
        <RequestLog calls={calls} />
      </Stack>
    </ApiProvider>
  );
}

/** Includes seconds. Uses the browser's language and time zone. */
const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
const HEADERS = ["Request", "Status", "Duration", "Sent", "Copy"];

function RequestLog({ calls }: { readonly calls: readonly LoggedCall[] }) {
  return (
    <Section title="Request log">
      <Text fz="sm" c="dimmed" mb="xs">
        The last 200 calls since this page was loaded. Stored only in memory, without the key.
      </Text>
      {calls.length > 0 && (
        <ServerTable label="Request log" headers={HEADERS} rows={calls.map(toRow).toReversed()} />
      )}
      {calls.length === 0 && <p>No calls yet.</p>}
    </Section>
  );
}

function toRow(call: LoggedCall) {
  const { id, method, url, startedAt, durationMs } = call;
  const { pathname, search } = new URL(url);
  return {
    id: String(id),
    cells: [
      <code key="request">{`${method} ${pathname}${search}`}</code>,
      <StateCell key="status" {...callOutcomeLabel(call)} />,
      durationMs === undefined ? "" : `${formatCount(durationMs)} ms`,
      <time key="sent" dateTime={new Date(startedAt).toISOString()}>
        {CLOCK.format(startedAt)}
      </time>,
      <CopyButton key="copy" value={toCurlCommand(call)} label={`Copy as curl: ${method} ${pathname}`} />,
    ],
  };
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns a curl command that repeats a call. The shell replaces the variable `KEY` with the key. */
export function toCurlCommand({ method, url, body }: LoggedCall): string {
  const lines = [
    `curl${method === "GET" ? "" : ` -X ${method}`} ${quote(url)}`,
    `-H "Authorization: Bearer $KEY"`,
    `-H 'Accept: application/json'`,
  ];
  if (body) lines.push(`-H 'Content-Type: application/json'`, `--data-raw ${quote(body)}`);
  return lines.join(" \\\n  ");
}

function callOutcomeLabel(call: LoggedCall): StatusLabel {
  const { status, error, durationMs } = call;
  const label = status === undefined ? "No response" : String(status);
  if (isCanceled(call)) return { tone: "neutral", label: "Canceled" };
  if (error !== undefined) {
    const isRefused = error instanceof HttpError && error.status < 500;
    return { tone: isRefused ? "warning" : "danger", label, detail: describeError(error).title };
  }
  return durationMs === undefined ? { tone: "neutral", label: "In flight" } : { tone: "positive", label };
}

function keyScopesErrorMessage(error: unknown): string {
  const isUnknown =
    error instanceof HttpError && !error.isAboutKey && [401, 403, 404, 405].includes(error.status);
  return isUnknown
    ? "This server doesn't return the key's scopes. A write endpoint's state appears after its first use."
    : `${describeError(error).title}. Try again.`;
}
