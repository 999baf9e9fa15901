import { Link } from "react-router-dom";
import { type AppPage, destinationPath } from "@/app/pages";
import type { Endpoint } from "@/contract/endpoint";
import { endpoints, otherEndpoints } from "@/contract/endpoints";
import { listSubscriptions } from "@/contract/subscriptions";
import { useCapabilities, useSendingRules } from "@/data/capabilities/capabilities";
import { useApi } from "@/data/client/api-context";
import { getRefusal } from "@/data/client/optional-endpoint";
import { missingScopeMessage } from "@/data/client/use-connection-status";
import type { CallLog, LoggedCall } from "@/http/call-log";
import { paths } from "@/lib/url/paths";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { Section } from "@/ui/primitives/section";
import { ENDPOINT_PAGES } from "./endpoint-pages";
import { type EndpointState, includesScope, toEndpointState } from "./endpoint-state";
import classes from "./server.module.css";
import { CAPABILITY_LABELS, capabilityLabel, endpointStateLabel, quietSavesLabel } from "./server-messages";
import { ServerTable } from "./server-table";
import { StateCell } from "./state-cell";

type AnyEndpoint = Pick<Endpoint, "id" | "method" | "path" | "scope">;

/** The part of a path that endpoints of a project share. */
const PROJECT_PATH = /^\/api\/\w+\/:project_id\/(?=.)/;
const HEADERS = ["Endpoint", "Scope", "State", "Last called", "Page"];
const CAPABILITY_HEADERS = ["Capability", "Scope", "State", "Last called", "Page"];
/** Resources, most used first. */
const RESOURCE_ORDER = ["subscriptions", "exports", "members", "webVitals", "sessions", "sessionRecordings"];
const ALL: readonly AnyEndpoint[] = Object.values(endpoints).toSorted(
  (a, b) => resourceRank(a) - resourceRank(b),
);
const OPTIONAL_IDS: ReadonlySet<string> = new Set(otherEndpoints.map(({ id }) => id));

function resourceRank({ id }: AnyEndpoint): number {
  return RESOURCE_ORDER.indexOf(id.split(".")[0] ?? "");
}

interface EndpointTableProps {
  readonly log: CallLog;
  /** Undefined while the scopes are unknown. */
  readonly keyScopes: readonly string[] | undefined;
}

/** Lists the API's required or optional endpoints, with their last responses. */
export function EndpointTable({
  log,
  keyScopes,
  isOptional,
}: EndpointTableProps & { readonly isOptional: boolean }) {
  const { client, projectId } = useApi();
  const rows = ALL.filter(({ id }) => OPTIONAL_IDS.has(id) === isOptional).map((endpoint) => {
    const target = { path: endpoint.path.includes(":project_id") ? { project_id: projectId } : {} };
    const call = log.latest.get(endpoint.id) ?? getRefusal(client, endpoint, target) ?? undefined;
    const page = ENDPOINT_PAGES[endpoint.id] ?? null;
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
    <ServerTable label={isOptional ? "Optional endpoints" : "Endpoints"} headers={HEADERS} rows={rows} />
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
    <Link className={classes.link} to={destinationPath(page, projectId)}>
      {page.label}
    </Link>
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
      <Link key="page" className={classes.link} to={paths.subscriptions(projectId)}>
        Subscriptions
      </Link>,
    ],
  }));
  return (
    <Section title="Capabilities">
      <p className={classes.hint}>
        Detected from the server's records, and cached for one day. Whether it saves without sending is cached
        for seven days.
      </p>
      <ServerTable label="Capabilities" headers={CAPABILITY_HEADERS} rows={rows} />
    </Section>
  );
}
