import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint";
import { readEnvelope, readWith } from "./readers";
import { userSummary } from "./user";

// Outside the contract (upstream-facts, Everywhere): they show names instead of ids, and may be missing.

const named = z.looseObject({ id: z.int(), name: z._default(z.nullable(z.string()), null) });
const organizationMember = z.looseObject({
  user: userSummary,
  level: z._default(z.nullable(z.number()), null),
});
const page = { limit: z.optional(z.int()), offset: z.optional(z.int()) };

export type OrganizationMember = z.output<typeof organizationMember>;

/** Who the key belongs to. */
export const getMe = defineEndpoint({
  id: "users.me",
  method: "GET",
  path: "/api/users/@me/",
  scope: "user:read",
  answer: { kind: "json", read: readWith(userSummary) },
});

export const listOrganizationMembers = defineEndpoint({
  id: "organizations.members",
  method: "GET",
  path: "/api/organizations/@current/members/",
  scope: "organization_member:read",
  query: z.strictObject(page),
  answer: { kind: "json", read: readEnvelope(organizationMember) },
});

export const listInsights = defineEndpoint({
  id: "insights.list",
  method: "GET",
  path: "/api/environments/:project_id/insights/",
  scope: "insight:read",
  query: z.strictObject({ ...page, search: z.optional(z.string()), basic: z.optional(z.boolean()) }),
  answer: { kind: "json", read: readEnvelope(named) },
});

export const listDashboards = defineEndpoint({
  id: "dashboards.list",
  method: "GET",
  path: "/api/environments/:project_id/dashboards/",
  scope: "dashboard:read",
  query: z.strictObject(page),
  answer: { kind: "json", read: readEnvelope(named) },
});
