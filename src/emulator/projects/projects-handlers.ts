import {
  type AccountContext,
  accountRoute,
  type EmulatedProject,
  projectRoute,
  type Route,
} from "@/emulator/backend/backend";
import { refuseLimitedKey } from "@/emulator/dispatch/auth";
import { paginate, toArrayPages } from "@/emulator/dispatch/pagination";
import { json } from "@/emulator/request/errors";

export function serializeProject(project: EmulatedProject, { organization }: AccountContext): unknown {
  return {
    id: project.id,
    uuid: project.uuid,
    organization: organization.id,
    organization_name: organization.name,
    name: project.name,
    timezone: "UTC",
    is_demo: project.size === "demo",
    access_control: project.isOpen !== true,
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
