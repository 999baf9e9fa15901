import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint";
import { flagOrNull, pageFields, textOrEmpty, textOrNull } from "./fields";
import { parsePage } from "./parsers";

/** A project the key may see. Only its id is certain; unknown keys are kept for the raw view. */
const project = z.looseObject({
  id: z.int(),
  uuid: textOrNull,
  organization: textOrNull,
  name: textOrEmpty,
  timezone: textOrNull,
  is_demo: flagOrNull,
});
/** A project as read: what is missing is null, the name the empty text. */
export type Project = z.output<typeof project>;

/** Projects by the key's rights. A key limited to one project gets 403 (upstream-facts, Everywhere). */
export const listProjects = defineEndpoint({
  id: "projects.list",
  method: "GET",
  path: "/api/projects/",
  scope: "project:read",
  query: z.strictObject(pageFields),
  response: { kind: "json", parse: parsePage(project) },
});
