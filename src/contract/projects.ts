import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint";
import { readEnvelope } from "./readers";

/** A project as listed; the id is what every other endpoint is addressed by. */
export const project = z.looseObject({
  id: z.union([z.int(), z.string()]),
  name: z._default(z.nullable(z.string()), null),
  timezone: z._default(z.nullable(z.string()), null),
});

export type Project = z.output<typeof project>;

/** Projects the key may see. A key limited to one project gets 403 (upstream-facts, Everywhere). */
export const listProjects = defineEndpoint({
  id: "projects.list",
  method: "GET",
  path: "/api/projects/",
  scope: "project:read",
  query: z.strictObject({ limit: z.optional(z.int()), offset: z.optional(z.int()) }),
  answer: { kind: "json", read: readEnvelope(project) },
});
