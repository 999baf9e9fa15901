import { Anchor, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { listDashboards, listInsights } from "@/api/catalog";
import type { CallLog, LoggedCall } from "@/api/client";
import { describeError } from "@/api/describe-error";
import type { Endpoint } from "@/api/endpoint";
import { endpoints, otherEndpoints } from "@/api/endpoints";
import { getFieldError, HttpError } from "@/api/errors";
import { listExports } from "@/api/exports";
import { listMembers } from "@/api/members";
import { getMe, listOrganizationMembers, listProjects } from "@/api/people";
import { listSessionProperties, listSessionValues } from "@/api/sessions";
import { listSubscriptions } from "@/api/subscriptions";
import { getWebVitals } from "@/api/web-vitals";
import { type AppPage, destinationPath, pages } from "@/app/pages";
import { type Api, missingScopeMessage, useApi } from "@/data/backend/backend";
import { getRefusal, requestOptional } from "@/data/backend/optional-endpoint";
import type { SendingRules, SubscriptionCapabilities } from "@/data/capabilities/capabilities";
import { useCapabilities, useSendingRules } from "@/data/capabilities/capabilities";
import { requestWebVitals } from "@/data/web-vitals/web-vitals";
import { stripInvisible } from "@/lib/text/normalize-text";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { Section } from "@/ui/primitives/section";
import { Status, type StatusTone } from "@/ui/primitives/status";
import classes from "./server-table.module.css";

type AnyEndpoint = Pick<Endpoint, "id" | "method" | "path" | "scope">;

const PROJECT_PATH = /^\/api\/\w+\/:project_id\/(?=.)/;
const HEADERS = ["Scope", "State", "Last called", "Page"];
/** Resources, most used first. */
const RESOURCE_ORDER = ["subscriptions", "exports", "members", "webVitals", "sessions", "sessionRecordings"];
const resourceRank = ({ id }: AnyEndpoint) => RESOURCE_ORDER.indexOf(id.split(".")[0] ?? "");
const ALL: readonly AnyEndpoint[] = Object.values(endpoints).toSorted(
  (a, b) => resourceRank(a) - resourceRank(b),
);
const OPTIONAL_IDS: ReadonlySet<string> = new Set(otherEndpoints.map(({ id }) => id));

export function EndpointTable(props: {
  readonly log: CallLog;
  /** Undefined while the scopes are unknown. */
  readonly keyScopes: readonly string[] | undefined;
  readonly isOptional: boolean;
}) {
  const { log, keyScopes, isOptional } = props;
  const { client, projectId } = useApi();
  const rows = ALL.filter(({ id }) => OPTIONAL_IDS.has(id) === isOptional).map((endpoint) => {
    const target = { path: endpoint.path.includes(":project_id") ? { project_id: projectId } : {} };
    const call = log.latest.get(endpoint.id) ?? getRefusal(client, endpoint, target) ?? undefined;
    const page = findEndpointPage(endpoint.id);
    const state =
      page === null
        ? ({ kind: "unsent" } as const)
        : withKeyScopes(toEndpointState(call), endpoint, keyScopes);
    return {
      id: endpoint.id,
      cells: [
        <code key="endpoint">{`${endpoint.method} ${endpoint.path.replace(PROJECT_PATH, "")}`}</code>,
        endpoint.scope === undefined ? "Not documented" : <code key="scope">{endpoint.scope}</code>,
        <StateCell key="state" {...endpointStateLabel(state)} />,
        <LastCall key="asked" call={call} />,
        page === null ? "—" : <PageLink key="page" page={page} projectId={projectId} />,
      ],
    };
  });
  return (
    <ServerTable
      label={isOptional ? "Optional endpoints" : "Endpoints"}
      headers={["Endpoint", ...HEADERS]}
      rows={rows}
    />
  );
}

/** Applies the key's scopes to an endpoint without a response. A response is better evidence than scopes. */
function withKeyScopes(
  state: EndpointState,
  { scope }: AnyEndpoint,
  keyScopes: readonly string[] | undefined,
): EndpointState {
  if (state.kind !== "unasked" || scope === undefined || keyScopes === undefined) return state;
  return includesScope(keyScopes, scope)
    ? { kind: "allowed" }
    : { kind: "refused", reason: missingScopeMessage(scope) };
}

function LastCall({ call }: { readonly call: Pick<LoggedCall, "startedAt"> | undefined }) {
  return call === undefined ? "—" : <TimeStamp iso={new Date(call.startedAt).toISOString()} isPast />;
}

function PageLink({ page, projectId }: { readonly page: AppPage; readonly projectId: string }) {
  return (
    <Anchor
      component={Link}
      to={destinationPath(page, projectId)}
      inherit
      underline="always"
      display="inline-block"
      my={-4}
      py={4}
    >
      {page.label}
    </Anchor>
  );
}

export function CapabilitySection({ log }: { readonly log: CallLog }) {
  const { projectId } = useApi();
  const capabilities = useCapabilities();
  const rules = useSendingRules();
  const call = log.latest.get(listSubscriptions.id);
  const missing = toEndpointState(call).kind === "works" ? "Not found in responses" : "Not checked yet";
  function getLabel(name: string): StatusLabel {
    if (name === "acceptsSendTestNow" && rules.acceptsSendTestNow)
      return QUIET_SAVES_LABELS[rules.quietSaves];
    const isFound = name in capabilities && capabilities[name as keyof typeof capabilities];
    return isFound ? { tone: "positive", label: "Works" } : { tone: "neutral", label: missing };
  }
  const rows = Object.entries(CAPABILITY_LABELS).map(([name, label]) => ({
    id: name,
    cells: [
      label,
      <code key="scope">{listSubscriptions.scope}</code>,
      <StateCell key="state" {...getLabel(name)} />,
      <LastCall key="asked" call={call} />,
      <PageLink key="page" page={pages.subscriptionList} projectId={projectId} />,
    ],
  }));
  return (
    <Section title="Capabilities">
      <Text fz="sm" c="dimmed" mb="xs">
        Detected from the server's records, and cached for one day. Whether it saves without sending is cached
        for seven days.
      </Text>
      <ServerTable label="Capabilities" headers={["Capability", ...HEADERS]} rows={rows} />
    </Section>
  );
}

/** Shows a short table with line breaks in cells. On phones, each row is a block. */
export function ServerTable(props: {
  readonly label: string;
  readonly headers: readonly string[];
  readonly rows: readonly { readonly id: string | number; readonly cells: readonly ReactNode[] }[];
}) {
  const { label, headers, rows } = props;
  return (
    <div className={classes.container}>
      {/* Sets explicit roles, because changing a table's `display` removes its implicit roles. */}
      <table role="table" className={classes.table} aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {headers.map((header) => (
              <th key={header} role="columnheader" scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ id, cells }) => (
            <tr key={id} role="row">
              {cells.map((cell, index) =>
                index === 0 ? (
                  <th key={headers[index]} role="rowheader" scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={headers[index]} role="cell" data-label={headers[index]}>
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function StateCell({ tone, label, detail }: StatusLabel) {
  return (
    <>
      <Status tone={tone} label={label} />
      {detail !== undefined && (
        <Text fz="sm" c="dimmed">
          {detail}
        </Text>
      )}
    </>
  );
}

export interface StatusLabel {
  readonly tone: StatusTone;
  readonly label: string;
  readonly detail?: string;
}

const STATE_LABELS: Readonly<Record<EndpointState["kind"], readonly [StatusTone, string]>> = {
  works: ["positive", "Works"],
  allowed: ["neutral", "Allowed by the key"],
  refused: ["warning", "Rejected"],
  failed: ["danger", "Failed"],
  absent: ["neutral", "Not on this server"],
  unasked: ["neutral", "Not called yet"],
  unsent: ["neutral", "Not used"],
};

function endpointStateLabel(state: EndpointState): StatusLabel {
  const [tone, label] = STATE_LABELS[state.kind];
  return { tone, label, ...("reason" in state && { detail: state.reason }) };
}

const CAPABILITY_LABELS: Readonly<Record<keyof SubscriptionCapabilities, string>> = {
  canPause: "Pause and resume subscriptions",
  canSearchLists: "Search and sort subscriptions",
  deliversInSlots: "Deliver on the hour and half hour",
  limitsPositionToMonths: "Limit weekday positions to monthly schedules",
  acceptsSendTestNow: "Save without sending",
  hasInsightSelection: "Choose a dashboard's insights",
  hasSlackWorkspace: "Choose the Slack workspace",
  namesSourceKind: "Deliver AI prompts and Pulse briefs",
  deliversToTeams: "Deliver to Microsoft Teams",
};

/** Whether the server complies with requests to save without sending. */
const QUIET_SAVES_LABELS: Readonly<Record<SendingRules["quietSaves"], StatusLabel>> = {
  proven: { tone: "positive", label: "Works" },
  broken: { tone: "warning", label: "Doesn't work", detail: "The server sent a delivery anyway." },
  unknown: { tone: "neutral", label: "Not proven yet" },
};

type EndpointState =
  | { readonly kind: "works" | "absent" | "unasked" | "unsent" | "allowed" }
  | { readonly kind: "refused" | "failed"; readonly reason: string };

function describeRefusal(error: HttpError): string {
  const { title } = describeError(error);
  const isExplained = error.missingScope !== null || error.isAboutKey || !error.detail;
  return isExplained ? title : stripInvisible(error.detail ?? "");
}

function toHttpState(error: HttpError): EndpointState {
  const { status, detail, isMutation } = error;
  if (!error.isFromApi) return { kind: "failed", reason: describeRefusal(error) };
  if (status === 405 || (status === 404 && detail === "Endpoint not found.")) return { kind: "absent" };
  // The endpoint exists, because it looked up a record or validated the input.
  if (status === 404 && detail !== "Project not found.") return { kind: "works" };
  if (isMutation && (status === 409 || getFieldError(error) !== null)) return { kind: "works" };
  const kind = status >= 500 || status === 429 ? "failed" : "refused";
  return { kind, reason: describeRefusal(error) };
}

export function toEndpointState(call: Pick<LoggedCall, "error"> | undefined): EndpointState {
  if (call === undefined) return { kind: "unasked" };
  const { error } = call;
  if (error === undefined) return { kind: "works" };
  if (error instanceof HttpError) return toHttpState(error);
  return { kind: "failed", reason: describeError(error).title };
}

/** Whether the scopes include a scope. `:write` includes `:read`, and `*` includes every scope. */
export function includesScope(scopes: readonly string[], scope: string): boolean {
  return [scope, scope.replace(/:read$/, ":write"), "*"].some((each) => scopes.includes(each));
}

const { subscriptionList, subscriptionCreate, exportList, memberList, memberAdd } = pages;

/** Pages by endpoint ID, or by the resource of several endpoints. */
const ENDPOINT_PAGES: Readonly<Record<string, AppPage>> = {
  "projects.list": pages.connect,
  projects: memberList,
  keys: pages.server,
  users: memberList,
  organizations: memberAdd,
  insights: subscriptionCreate,
  dashboards: subscriptionCreate,
  integrations: subscriptionCreate,
  "subscriptions.create": subscriptionCreate,
  "subscriptions.list": subscriptionList,
  "subscriptions.get": subscriptionList,
  "subscriptions.update": subscriptionList,
  "subscriptions.deliveries": subscriptionList,
  "subscriptions.testDelivery": subscriptionList,
  "exports.create": pages.exportCreate,
  exports: exportList,
  "members.create": memberAdd,
  members: memberList,
  accessControls: memberList,
  webVitals: pages.vitalsBoard,
  sessions: pages.sessions,
  sessionRecordings: pages.regex,
};

/** Returns the page that uses an endpoint. Null for the one that always responds with 405, which the app never calls. */
export function findEndpointPage(id: string): AppPage | null {
  return ENDPOINT_PAGES[id] ?? ENDPOINT_PAGES[id.replace(/\..*/, "")] ?? null;
}

/** GET requests that need no record ID, by endpoint ID. */
const READS: Readonly<Record<string, (api: Api) => Promise<unknown>>> = {
  [listProjects.id]: ({ client }) => requestOptional(client, listProjects, { path: {} }),
  [getMe.id]: ({ client }) => requestOptional(client, getMe, { path: {} }),
  [listOrganizationMembers.id]: ({ client }) =>
    requestOptional(client, listOrganizationMembers, { path: {}, query: { limit: 1 } }),
  [listSubscriptions.id]: (api) => api.client.request(listSubscriptions, toInput(api, { limit: 1 })),
  [listExports.id]: (api) => api.client.request(listExports, toInput(api, { limit: 1 })),
  [listMembers.id]: ({ client, projectId }) =>
    client.request(listMembers, { path: { project_id: projectId } }),
  [listDashboards.id]: (api) => requestOptional(api.client, listDashboards, toInput(api, { limit: 1 })),
  [listInsights.id]: (api) =>
    requestOptional(api.client, listInsights, toInput(api, { limit: 1, basic: true })),
  [listSessionProperties.id]: (api) => requestOptional(api.client, listSessionProperties, toInput(api, {})),
  [listSessionValues.id]: (api) =>
    requestOptional(api.client, listSessionValues, toInput(api, { key: "$channel_type" })),
  [getWebVitals.id]: (api) => requestWebVitals(api, "/"),
};

function toInput<Query>({ projectId }: Api, query: Query) {
  return { path: { project_id: projectId }, query };
}

/** Requests the endpoints one after another. The client's log records the responses. Forget refusals first. */
export async function checkReads(api: Api, isNeeded: (endpointId: string) => boolean): Promise<void> {
  for (const [id, read] of Object.entries(READS)) {
    if (isNeeded(id)) await read(api).catch(() => undefined);
  }
}
