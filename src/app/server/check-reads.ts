import { listDashboards, listInsights } from "@/contract/catalog";
import { listExports } from "@/contract/exports";
import { listMembers } from "@/contract/members";
import { getMe, listOrganizationMembers } from "@/contract/people";
import { listProjects } from "@/contract/projects";
import { listSessionProperties, listSessionValues } from "@/contract/sessions";
import { listSubscriptions } from "@/contract/subscriptions";
import { getWebVitals } from "@/contract/web-vitals";
import type { Api } from "@/data/client/api-context";

/** GET requests that need no record ID, by endpoint ID. */
const READS: Readonly<Record<string, (api: Api) => Promise<unknown>>> = {
  [listProjects.id]: ({ client }) => client.request(listProjects, { path: {} }),
  [getMe.id]: ({ client }) => client.request(getMe, { path: {} }),
  [listOrganizationMembers.id]: ({ client }) =>
    client.request(listOrganizationMembers, { path: {}, query: { limit: 1 } }),
  [listSubscriptions.id]: (api) => api.client.request(listSubscriptions, toInput(api, { limit: 1 })),
  [listExports.id]: (api) => api.client.request(listExports, toInput(api, { limit: 1 })),
  [listMembers.id]: ({ client, projectId }) =>
    client.request(listMembers, { path: { project_id: projectId } }),
  [listDashboards.id]: (api) => api.client.request(listDashboards, toInput(api, { limit: 1 })),
  [listInsights.id]: (api) => api.client.request(listInsights, toInput(api, { limit: 1, basic: true })),
  [listSessionProperties.id]: (api) => api.client.request(listSessionProperties, toInput(api, {})),
  [listSessionValues.id]: (api) =>
    api.client.request(listSessionValues, toInput(api, { key: "$channel_type" })),
  [getWebVitals.id]: (api) => api.client.request(getWebVitals, toInput(api, { pathname: "/" })),
};

function toInput<Query>({ projectId }: Api, query: Query) {
  return { path: { project_id: projectId }, query };
}

/** Requests the endpoints one after another. The client's log records the responses. */
export async function checkReads(api: Api, isNeeded: (endpointId: string) => boolean): Promise<void> {
  for (const [id, read] of Object.entries(READS)) {
    if (isNeeded(id)) await read(api).catch(() => undefined);
  }
}
