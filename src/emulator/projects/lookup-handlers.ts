import {
  type AccountContext,
  accountRoute,
  type ProjectContext,
  projectRoute,
  type Route,
} from "@/emulator/backend/backend";
import { type CatalogEntry, listDashboards, listInsights } from "@/emulator/backend/dashboard-catalog";
import { COMPANY, listRosterPeople, type SeedPerson } from "@/emulator/company/people-seed";
import { paginate, toArrayPages } from "@/emulator/dispatch/pagination";
import { json } from "@/emulator/request/errors";
import { formatWireDate } from "@/emulator/request/request-fields";
import { getOrganizationId } from "./projects-handlers";

const DAY_MS = 86_400_000;

function serializeOrganizationMember(person: SeedPerson, now: Date): unknown {
  return {
    id: person.membershipId,
    user: person.user,
    level: person.level,
    joined_at: formatWireDate(new Date(Math.floor(now.getTime() / DAY_MS - person.joinedDaysAgo) * DAY_MS)),
    updated_at: formatWireDate(new Date(Math.floor(now.getTime() / DAY_MS - person.joinedDaysAgo) * DAY_MS)),
  };
}

function listOrganizationMembers(context: AccountContext): Promise<Response> {
  const rows = toArrayPages(listRosterPeople(context.seed));
  return paginate(context, rows, (person) => serializeOrganizationMember(person, context.now));
}

/** Returns names that contain the words of `search`, ignoring case. */
function listCatalog(context: ProjectContext, entries: readonly CatalogEntry[]): Promise<Response> {
  const search = (context.url.searchParams.get("search") ?? "").toLowerCase();
  const found = entries.filter((entry) => entry.name.toLowerCase().includes(search));
  return paginate(context, toArrayPages(found), (entry) => ({ ...entry, deleted: false }));
}

/** Lookups of names for ids. They are not in the contract, so clients must work without them. */
export const lookupRoutes: readonly Route[] = [
  accountRoute({
    id: "users.me",
    method: "GET",
    path: "/api/users/@me/",
    scope: "user:read",
    handle: (context) =>
      json({
        ...context.user,
        organization: { id: getOrganizationId(context.seed), name: COMPANY.name },
        team: context.projects[0] && { id: context.projects[0].id, name: context.projects[0].name },
      }),
  }),
  accountRoute({
    id: "organizations.members",
    method: "GET",
    path: "/api/organizations/@current/members/",
    scope: "organization_member:read",
    isPaginated: true,
    handle: listOrganizationMembers,
  }),
  projectRoute({
    id: "insights.list",
    method: "GET",
    path: "/api/environments/:project_id/insights/",
    scope: "insight:read",
    isPaginated: true,
    handle: (context) => listCatalog(context, listInsights(context.project)),
  }),
  projectRoute({
    id: "dashboards.list",
    method: "GET",
    path: "/api/environments/:project_id/dashboards/",
    scope: "dashboard:read",
    isPaginated: true,
    handle: (context) => listCatalog(context, listDashboards(context.project)),
  }),
];
