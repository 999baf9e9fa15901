import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint";
import { parseWith } from "./parsers";

/** Returns a project's ID. `@current` refers to the key's project (upstream-facts, Everywhere). */
export const getProject = defineEndpoint({
  id: "projects.get",
  method: "GET",
  path: "/api/projects/:project_id/",
  scope: "project:read",
  response: { kind: "json", parse: parseWith(z.looseObject({ id: z.int() })) },
});
