import {
  type AccountContext,
  accountRoute,
  type ProjectContext,
  projectRoute,
  type Route,
} from "@/emulator/backend/backend";
import { type CatalogueEntry, dashboardsOf, insightsOf } from "@/emulator/backend/dashboard-catalog";
import { COMPANY, people, type SeedPerson } from "@/emulator/company/people-seed";
import { pagesOfArray, paginate } from "@/emulator/dispatch/pagination";
import { json } from "@/emulator/request/errors";
import { wireDate } from "@/emulator/request/request-fields";
import { organizationId } from "./projects-handlers";

const DAY = 86_400_000;

function serveMember(person: SeedPerson, now: Date): unknown {
  return {
    id: person.membershipId,
    user: person.user,
    level: person.level,
    joined_at: wireDate(new Date(Math.floor(now.getTime() / DAY - person.joinedDaysAgo) * DAY)),
    updated_at: wireDate(new Date(Math.floor(now.getTime() / DAY - person.joinedDaysAgo) * DAY)),
  };
}

function listMembers(context: AccountContext): Promise<Response> {
  const rows = pagesOfArray(people(context.seed));
  return paginate(context, rows, (person) => serveMember(person, context.now));
}

/** Names that hold the words of `search`, in any case. */
function listCatalogue(context: ProjectContext, entries: readonly CatalogueEntry[]): Promise<Response> {
  const search = (context.url.searchParams.get("search") ?? "").toLowerCase();
  const found = entries.filter((entry) => entry.name.toLowerCase().includes(search));
  return paginate(context, pagesOfArray(found), (entry) => ({ ...entry, deleted: false }));
}

/** Lookups outside of the contract that put names in the place of ids; clients must do without them as well. */
export const lookupRoutes: readonly Route[] = [
  accountRoute({
    id: "users.me",
    method: "GET",
    path: "/api/users/@me/",
    scope: "user:read",
    handle: (context) =>
      json({
        ...context.user,
        organization: { id: organizationId(context.seed), name: COMPANY.name },
        team: context.projects[0] && { id: context.projects[0].id, name: context.projects[0].name },
      }),
  }),
  accountRoute({
    id: "organizations.members",
    method: "GET",
    path: "/api/organizations/@current/members/",
    scope: "organization_member:read",
    isPaginated: true,
    handle: listMembers,
  }),
  projectRoute({
    id: "insights.list",
    method: "GET",
    path: "/api/environments/:project_id/insights/",
    scope: "insight:read",
    isPaginated: true,
    handle: (context) => listCatalogue(context, insightsOf(context.project)),
  }),
  projectRoute({
    id: "dashboards.list",
    method: "GET",
    path: "/api/environments/:project_id/dashboards/",
    scope: "dashboard:read",
    isPaginated: true,
    handle: (context) => listCatalogue(context, dashboardsOf(context.project)),
  }),
];
