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
