import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint";
import { intOrNull, pageFields, textOrEmpty, textOrNull } from "./fields";
import { parsePage, parseWith } from "./parsers";
import { nestedUser, userSummary } from "./user";

// Outside of the contract (upstream-facts, Everywhere): they put names in the place of ids, and the app works without.

const organizationMember = z.looseObject({
  id: textOrNull,
  user: nestedUser,
  level: intOrNull,
  joined_at: textOrNull,
});
/** A person of the organisation as read. */
export type OrganizationMember = z.output<typeof organizationMember>;

/** A dashboard or an insight, as far as a picker needs it. */
const namedRecord = z.looseObject({ id: z.int(), name: textOrEmpty });

/** Who the key belongs to. */
export const getMe = defineEndpoint({
  id: "users.me",
  method: "GET",
  path: "/api/users/@me/",
  scope: "user:read",
  response: { kind: "json", parse: parseWith(userSummary) },
});

/** Everybody of the organisation with their level in it. */
export const listOrganizationMembers = defineEndpoint({
  id: "organizations.members",
  method: "GET",
  path: "/api/organizations/@current/members/",
  scope: "organization_member:read",
  query: z.strictObject(pageFields),
  response: { kind: "json", parse: parsePage(organizationMember) },
});

/** With `basic`, without the figures. */
export const listInsights = defineEndpoint({
  id: "insights.list",
  method: "GET",
  path: "/api/environments/:project_id/insights/",
  scope: "insight:read",
  query: z.strictObject({ ...pageFields, search: z.optional(z.string()), basic: z.optional(z.boolean()) }),
  response: { kind: "json", parse: parsePage(namedRecord) },
});

/** Dashboards by name, without what stands on them. */
export const listDashboards = defineEndpoint({
  id: "dashboards.list",
  method: "GET",
  path: "/api/environments/:project_id/dashboards/",
  scope: "dashboard:read",
  query: z.strictObject(pageFields),
  response: { kind: "json", parse: parsePage(namedRecord) },
});
