import { Anchor, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { CallLog, LoggedCall } from "@/api/client";
import type { Endpoint } from "@/api/endpoint";
import { endpoints, otherEndpoints } from "@/api/endpoints";
import { listSubscriptions } from "@/api/subscriptions";
import { type AppPage, destinationPath, pages } from "@/app/pages";
import { missingScopeMessage, useApi } from "@/data/backend/backend";
import { getRefusal } from "@/data/backend/optional-endpoint";
import {
  type SendingRules,
  type SubscriptionCapabilities,
  useCapabilities,
  useSendingRules,
} from "@/data/capabilities/capabilities";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { Section } from "@/ui/primitives/section";
import { Status, type StatusTone } from "@/ui/primitives/status";
import { type EndpointState, findEndpointPage, includesScope, toEndpointState } from "./endpoint-state";
import classes from "./server-table.module.css";

type AnyEndpoint = Pick<Endpoint, "id" | "method" | "path" | "scope">;

/** The part of a path that endpoints of a project share. */
const PROJECT_PATH = /^\/api\/\w+\/:project_id\/(?=.)/;
const HEADERS = ["Scope", "State", "Last called", "Page"];
/** Resources, most used first. */
const RESOURCE_ORDER = ["subscriptions", "exports", "members", "webVitals", "sessions", "sessionRecordings"];
const resourceRank = ({ id }: AnyEndpoint) => RESOURCE_ORDER.indexOf(id.split(".")[0] ?? "");
const ALL: readonly AnyEndpoint[] = Object.values(endpoints).toSorted(
  (a, b) => resourceRank(a) - resourceRank(b),
);
const OPTIONAL_IDS: ReadonlySet<string> = new Set(otherEndpoints.map(({ id }) => id));

/** Lists the API's required or optional endpoints, with their last responses. */
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
  const isListRead = toEndpointState(call).kind === "works";
  const rows = Object.entries(CAPABILITY_LABELS).map(([name, label]) => ({
    id: name,
    cells: [
      label,
      <code key="scope">{listSubscriptions.scope}</code>,
      <StateCell
        key="state"
        {...((name === "acceptsSendTestNow" ? quietSavesLabel(rules) : null) ??
          capabilityLabel(
            name in capabilities && capabilities[name as keyof typeof capabilities],
            isListRead,
          ))}
      />,
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
  /** Column headers. The first column names the row. */
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

/** Describes whether the server complies with requests to save without sending. */
function quietSavesLabel({ acceptsSendTestNow, quietSaves }: SendingRules): StatusLabel | null {
  if (!acceptsSendTestNow) return null;
  switch (quietSaves) {
    case "proven":
      return { tone: "positive", label: "Works" };
    case "broken":
      return { tone: "warning", label: "Doesn't work", detail: "The server sent a delivery anyway." };
    case "unknown":
      return { tone: "neutral", label: "Not proven yet" };
  }
}

/** @param isListRead whether the server has returned a list of subscriptions */
function capabilityLabel(isFound: boolean, isListRead: boolean): StatusLabel {
  if (isFound) return { tone: "positive", label: "Works" };
  return { tone: "neutral", label: isListRead ? "Not found in responses" : "Not checked yet" };
}
