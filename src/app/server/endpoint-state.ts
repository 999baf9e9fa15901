import { type AppPage, pages } from "@/app/pages";
import { listDashboards, listInsights } from "@/contract/catalog";
import { listExports } from "@/contract/exports";
import { listMembers } from "@/contract/members";
import { getMe, listOrganizationMembers } from "@/contract/people";
import { listProjects } from "@/contract/projects";
import { listSessionProperties, listSessionValues } from "@/contract/sessions";
import { listSubscriptions } from "@/contract/subscriptions";
import { getWebVitals } from "@/contract/web-vitals";
import type { Api } from "@/data/client/api-context";
import { requestOptional } from "@/data/client/optional-endpoint";
import { requestWebVitals } from "@/data/web-vitals/web-vitals";
import type { LoggedCall } from "@/http/call-log";
import { describeError } from "@/http/describe-error";
import { HttpError } from "@/http/errors";
import { getFieldError } from "@/http/field-errors";
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

const { subscriptionList, subscriptionCreate, exportList, memberList, memberAdd, sessions } = pages;

/**
 * Pages by endpoint ID. The endpoint that always responds with 405 has no page, because the app
 * never calls it.
 */
export const ENDPOINT_PAGES: Readonly<Record<string, AppPage>> = {
  "projects.list": pages.connect,
  "projects.get": memberList,
  "keys.current": pages.server,
  "users.me": memberList,
  "organizations.members": memberAdd,
  "insights.list": subscriptionCreate,
  "insights.get": subscriptionCreate,
  "dashboards.list": subscriptionCreate,
  "dashboards.get": subscriptionCreate,
  "integrations.list": subscriptionCreate,
  "integrations.channels": subscriptionCreate,
  "subscriptions.list": subscriptionList,
  "subscriptions.create": subscriptionCreate,
  "subscriptions.get": subscriptionList,
  "subscriptions.update": subscriptionList,
  "subscriptions.deliveries": subscriptionList,
  "subscriptions.testDelivery": subscriptionList,
  "exports.list": exportList,
  "exports.create": pages.exportCreate,
  "exports.get": exportList,
  "exports.content": exportList,
  "members.list": memberList,
  "members.create": memberAdd,
  "members.get": memberList,
  "members.update": memberList,
  "members.delete": memberList,
  "accessControls.members": memberList,
  "accessControls.update": memberList,
  "webVitals.get": pages.vitalsBoard,
  "sessions.properties": sessions,
  "sessions.values": sessions,
  "sessionRecordings.regex": pages.regex,
};

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
