import {
  type AccountContext,
  accountRoute,
  type EmulatedProject,
  projectRoute,
  type Route,
} from "@/emulator/backend/backend";
import { COMPANY } from "@/emulator/company/people-seed";
import { refuseLimitedKey } from "@/emulator/dispatch/auth";
import { paginate, toArrayPages } from "@/emulator/dispatch/pagination";
import { hashText, seededRandom, seededUuid } from "@/emulator/random/seed-random";
import { json } from "@/emulator/request/errors";

/** Returns the ID of the organization that owns all projects. */
export function getOrganizationId(seed: number): string {
  return seededUuid(seededRandom(hashText(`organization ${seed}`)));
}

export function serializeProject(project: EmulatedProject, context: AccountContext): unknown {
  return {
    id: project.id,
    uuid: project.uuid,
    organization: getOrganizationId(context.seed),
    organization_name: COMPANY.name,
    name: project.name,
    timezone: "UTC",
    is_demo: project.size === "demo",
    access_control: true,
    completed_snippet_onboarding: true,
    ingested_event: project.size !== "empty",
  };
}

export const projectRoutes: readonly Route[] = [
  accountRoute({
    id: "projects.list",
    method: "GET",
    path: "/api/projects/",
    scope: "project:read",
    isPaginated: true,
    handle: (context) => {
      refuseLimitedKey(context.key);
      const rows = toArrayPages(context.projects);
      return paginate(context, rows, (project) => serializeProject(project, context));
    },
  }),
  projectRoute({
    id: "projects.get",
    method: "GET",
    path: "/api/projects/:project_id/",
    scope: "project:read",
    handle: (context) => json(serializeProject(context.project, context)),
  }),
];
