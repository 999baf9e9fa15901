import {
  type AccountContext,
  accountRoute,
  type ProjectContext,
  projectRoute,
  type Route,
} from "@/emulator/backend/backend";
import {
  describeDashboard,
  describeInsight,
  listDashboardInsights,
  listDashboards,
  listInsights,
} from "@/emulator/backend/dashboard-catalog";
import type { Generation } from "@/emulator/backend/generation";
import type { SeedPerson } from "@/emulator/company/people-seed";
import { refuseLimitedKey } from "@/emulator/dispatch/auth";
import { paginate, toArrayPages } from "@/emulator/dispatch/pagination";
import { fail, json } from "@/emulator/request/errors";
import { formatWireDate } from "@/emulator/request/request-fields";
import { serializeProject } from "./projects-handlers";

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
  refuseLimitedKey(context.key);
  const rows = toArrayPages(context.people.list);
  return paginate(context, rows, (person) => serializeOrganizationMember(person, context.now));
}

/**
 * Lists insights. `search` matches names and derived names, ignoring case. An empty `insight` or
 * `dashboard` filter causes a 500, as on servers of every generation.
 */
function listProjectInsights(context: ProjectContext): Promise<Response> {
  const { searchParams } = context.url;
  if (["insight", "dashboard"].some((name) => searchParams.get(name) === "")) return fail.serverError();
  const search = (searchParams.get("search") ?? "").toLowerCase();
  const shortId = searchParams.get("short_id");
  const found = listInsights(context.project)
    .map(describeInsight)
    .filter((insight) => `${insight.name}\n${insight.derived_name ?? ""}`.toLowerCase().includes(search))
    .filter((insight) => shortId === null || insight.short_id === shortId);
  return paginate(context, toArrayPages(found), (insight) => insight);
}

/** Accepts the ID or the short ID, as real servers do. */
function getProjectInsight({ project, params }: ProjectContext): Response {
  const insight = listInsights(project)
    .map(describeInsight)
    .find(({ id, short_id }) => String(id) === params.id || short_id === params.id);
  return insight === undefined ? fail.notFound() : json({ ...insight, result: null });
}

function getProjectDashboard({ project, params }: ProjectContext): Response {
  const dashboard = listDashboards(project).find(({ id }) => String(id) === params.id);
  if (dashboard === undefined) return fail.notFound();
  const insights = listDashboardInsights(project, dashboard.id).map(describeInsight);
  // Some tiles contain text instead of an insight.
  const text = { id: dashboard.id * 100, insight: null, text: { body: "Figures of the last 30 days" } };
  return json({
    ...describeDashboard(dashboard),
    tiles: [
      ...insights.map((insight, index) => ({ id: dashboard.id * 100 + index + 1, insight, text: null })),
      text,
    ],
  });
}

function refuseKeyOf2024(generation: Generation): void {
  if (generation === "2024") fail.notAuthenticated();
}

/** Servers of 2024 have these endpoints only under `/api/projects/`. */
const CATALOG = { onlyUnder: { 2024: "projects" } } as const;
/** Insights respond to an unknown key with 403. */
const INSIGHTS = { ...CATALOG, refuseUnknownKey: () => fail.authenticationFailed(403) } as const;

/**
 * Lookups of names, the key, and its owner. Optional for clients, because the contract doesn't
 * define them.
 */
export const lookupRoutes: readonly Route[] = [
  accountRoute({
    id: "users.me",
    method: "GET",
    path: "/api/users/@me/",
    scope: "user:read",
    handle: (context) =>
      json({
        ...context.user,
        // Names every project that the owner can open, even if the key is limited to others.
        organization: {
          ...context.organization,
          teams: context.projects.map((project) => serializeProject(project, context)),
        },
        team: context.projects[0] && { id: context.projects[0].id, name: context.projects[0].name },
      }),
  }),
  accountRoute({
    id: "keys.current",
    method: "GET",
    path: "/api/personal_api_keys/@current/",
    // Every key may read its own scopes, except on servers of 2024, which accept no key here.
    scope: null,
    refuseUnknownKey: refuseKeyOf2024,
    handle: ({ key, generation }) => {
      refuseKeyOf2024(generation);
      return json({
        id: "0187a0de",
        label: "Environs",
        value: null,
        mask_value: "phx_...demo",
        scopes: key.scopes,
        scoped_teams: key.projects ?? [],
        scoped_organizations: [],
      });
    },
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
    ...INSIGHTS,
    id: "insights.list",
    method: "GET",
    path: "/api/environments/:project_id/insights/",
    scope: "insight:read",
    isPaginated: true,
    handle: listProjectInsights,
  }),
  projectRoute({
    ...INSIGHTS,
    id: "insights.get",
    method: "GET",
    path: "/api/environments/:project_id/insights/:id/",
    scope: "insight:read",
    handle: getProjectInsight,
  }),
  projectRoute({
    ...CATALOG,
    id: "dashboards.list",
    method: "GET",
    path: "/api/environments/:project_id/dashboards/",
    scope: "dashboard:read",
    isPaginated: true,
    handle: (context) => paginate(context, toArrayPages(listDashboards(context.project)), describeDashboard),
  }),
  projectRoute({
    ...CATALOG,
    id: "dashboards.get",
    method: "GET",
    path: "/api/environments/:project_id/dashboards/:id/",
    scope: "dashboard:read",
    handle: getProjectDashboard,
  }),
];
