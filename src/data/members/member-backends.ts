import type { ReadOptions } from "@/api/client";
import { HttpError } from "@/api/errors";
import {
  createMember,
  deleteMember,
  type ExplicitMember,
  getMember,
  listMembers,
  updateMember,
} from "@/api/members";
import type { ListPage } from "@/api/parsers";
import { type Api, defineStore } from "@/data/backend/backend";
import { isEndpointMissing } from "@/data/backend/optional-endpoint";
import { accessControls, hasAccessControls, noteAccessControls } from "./access-controls";

/** Where a server keeps explicit levels. All functions reject like `Client.request`. Modules that write record it in the journal. */
export interface MemberBackend {
  readonly list: (
    api: Api,
    options?: ReadOptions & { readonly query?: { readonly limit: number; readonly offset: number } },
  ) => Promise<ListPage<ExplicitMember>>;
  /** Resolves with null if the person has no explicit level. */
  readonly read: (api: Api, uuid: string, options?: ReadOptions) => Promise<ExplicitMember | null>;
  readonly addLevel: (api: Api, uuid: string, level: number) => Promise<ExplicitMember>;
  readonly setLevel: (api: Api, uuid: string, level: number) => Promise<ExplicitMember>;
  readonly removeLevel: (api: Api, uuid: string) => Promise<unknown>;
}

const projectPath = ({ projectId }: Api) => ({ project_id: projectId });
const memberPath = (api: Api, uuid: string) => ({
  ...projectPath(api),
  parent_membership__user__uuid: uuid,
});

/** Other 404s come from a missing endpoint, an inaccessible project, or a proxy. */
function isMemberNotFound(error: unknown): boolean {
  if (!(error instanceof HttpError) || error.status !== 404 || error.detail === null) return false;
  return error.detail !== "Endpoint not found." && error.detail !== "Project not found.";
}

const explicitMembers: MemberBackend = {
  list: (api, options) => api.client.request(listMembers, { path: projectPath(api), ...options }),
  async read(api, uuid, options) {
    try {
      return await api.client.request(getMember, { path: memberPath(api, uuid), ...options });
    } catch (error) {
      if (isMemberNotFound(error)) return null;
      throw error;
    }
  },
  addLevel: (api, uuid, level) =>
    api.client.request(createMember, { path: projectPath(api), body: { user_uuid: uuid, level } }),
  setLevel: (api, uuid, level) =>
    api.client.request(updateMember, { path: memberPath(api, uuid), body: { level } }),
  removeLevel: (api, uuid) => api.client.request(deleteMember, { path: memberPath(api, uuid) }),
};

/** Projects whose server has neither endpoint, so that access controls aren't requested again. */
const getClosedProjects = defineStore(() => new Set<string>());

/** Asks the server for explicit members. Asks servers without that endpoint for access controls, now and later. */
export async function requestMembers<Answer>(
  api: Api,
  ask: (backend: MemberBackend) => Promise<Answer>,
): Promise<Answer> {
  if (hasAccessControls(api)) return ask(accessControls);
  const closedProjects = getClosedProjects(api);
  try {
    return await ask(explicitMembers);
  } catch (error) {
    if (!isEndpointMissing(error) || closedProjects.has(api.projectId)) throw error;
    return ask(accessControls).catch((failure: unknown) => {
      const isMissing = isEndpointMissing(failure);
      if (isMissing) closedProjects.add(api.projectId);
      else noteAccessControls(api);
      throw isMissing ? error : failure;
    });
  }
}
