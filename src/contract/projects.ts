import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint";
import { readEnvelope } from "./readers";

/** A project the key may see. Only its id is certain; unknown keys are kept for the raw view. */
export const project = z.looseObject({
  id: z.int(),
  uuid: z._default(z.nullable(z.string()), null),
  organization: z._default(z.nullable(z.string()), null),
  name: z.pipe(
    z._default(z.nullable(z.string()), ""),
    z.transform((name) => name ?? ""),
  ),
  timezone: z._default(z.nullable(z.string()), null),
  is_demo: z._default(z.nullable(z.boolean()), null),
});
export type Project = z.output<typeof project>;

/** Query of the project list: page size and starting index. */
export const projectListQuery = z.strictObject({
  limit: z.optional(z.int()),
  offset: z.optional(z.int()),
});

/** Projects by the key's rights. A key limited to one project gets 403 (upstream-facts, Everywhere). */
export const listProjects = defineEndpoint({
  id: "projects.list",
  method: "GET",
  path: "/api/projects/",
  scope: "project:read",
  query: projectListQuery,
  answer: { kind: "json", read: readEnvelope(project) },
});
