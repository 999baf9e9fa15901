import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint";
import { flagOrNull, pageFields, textOrEmpty, textOrNull } from "./fields";
import { parsePage, parseWith } from "./parsers";

/** A project. Only the ID is guaranteed. Unknown keys are preserved for the raw view. */
export const project = z.looseObject({
  id: z.int(),
  uuid: textOrNull,
  organization: textOrNull,
  name: textOrEmpty,
  timezone: textOrNull,
  is_demo: flagOrNull,
});
/** A parsed project. A missing name is the empty string. Other missing fields are null. */
export type Project = z.output<typeof project>;

/**
 * Lists the projects that the key can access. Responds with 403 for keys that are limited to projects (upstream-facts,
 * Everywhere).
 */
export const listProjects = defineEndpoint({
  id: "projects.list",
  method: "GET",
  path: "/api/projects/",
  scope: "project:read",
  query: z.strictObject(pageFields),
  response: { kind: "json", parse: parsePage(project) },
});

/** Returns a project's ID. `@current` refers to the key's project (upstream-facts, Everywhere). */
export const getProject = defineEndpoint({
  id: "projects.get",
  method: "GET",
  path: "/api/projects/:project_id/",
  scope: "project:read",
  response: { kind: "json", parse: parseWith(z.looseObject({ id: z.int() })) },
});
