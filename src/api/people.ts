import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint";
import {
  flagOrNull,
  intOrNull,
  nestedUser,
  pageFields,
  parsePage,
  parseWith,
  textOrEmpty,
  textOrNull,
  userSummary,
} from "./parsers";

/** A project. Only the ID is guaranteed. Unknown keys are preserved for the raw view. */
const project = z.looseObject({
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

// The contract doesn't define these endpoints (upstream-facts, Everywhere), and the app works without them.

const organizationMember = z.looseObject({
  id: textOrNull,
  user: nestedUser,
  level: intOrNull,
  joined_at: textOrNull,
});
export type OrganizationMember = z.output<typeof organizationMember>;

/** Invalid projects count as missing, so that they don't make the owner unreadable. */
const teams = z.catch(z.array(z.catch(z.nullable(project), null)), []);

const me = z.extend(userSummary, {
  /** The owner's current organization. `teams` are all its projects that the owner can open. */
  organization: z.catch(z._default(z.nullable(z.looseObject({ teams })), null), null),
});
export type Me = z.output<typeof me>;

/** Returns the owner of the API key, with the organization's projects, even those that the key can't open. */
export const getMe = defineEndpoint({
  id: "users.me",
  method: "GET",
  path: "/api/users/@me/",
  scope: "user:read",
  response: { kind: "json", parse: parseWith(me) },
});

/**
 * Returns the scopes of the current key. `*` means all scopes, and is also the scope of keys
 * created before scopes existed.
 */
export const getCurrentKey = defineEndpoint({
  id: "keys.current",
  method: "GET",
  path: "/api/personal_api_keys/@current/",
  response: {
    kind: "json",
    parse: parseWith(z.looseObject({ scopes: z.array(z.string()) })),
  },
});

export const listOrganizationMembers = defineEndpoint({
  id: "organizations.members",
  method: "GET",
  path: "/api/organizations/@current/members/",
  scope: "organization_member:read",
  query: z.strictObject(pageFields),
  response: { kind: "json", parse: parsePage(organizationMember) },
});
