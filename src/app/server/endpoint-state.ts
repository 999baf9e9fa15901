import { listDashboards, listInsights } from "@/api/catalog";
import type { LoggedCall } from "@/api/client";
import { describeError } from "@/api/describe-error";
import { getFieldError, HttpError } from "@/api/errors";
import { listExports } from "@/api/exports";
import { listMembers } from "@/api/members";
import { getMe, listOrganizationMembers, listProjects } from "@/api/people";
import { listSessionProperties, listSessionValues } from "@/api/sessions";
import { listSubscriptions } from "@/api/subscriptions";
import { getWebVitals } from "@/api/web-vitals";
import { type AppPage, pages } from "@/app/pages";
import type { Api } from "@/data/backend/backend";
import { requestOptional } from "@/data/backend/optional-endpoint";
import { requestWebVitals } from "@/data/web-vitals/web-vitals";
import { stripInvisible } from "@/lib/text/invisible-characters";

/** Derived from the endpoint's last response, or from the key's scopes if there is none. */
export type EndpointState =
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
