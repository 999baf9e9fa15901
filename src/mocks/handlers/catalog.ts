import { HttpResponse, http } from "msw";
import { notAllowed, type ProjectContext, withProject } from "@/mocks/context";
import type { Db } from "@/mocks/db";
import { fail } from "@/mocks/errors";
import { formatWireDate } from "@/mocks/fields";
import { paginate } from "@/mocks/paginate";
import {
  describeDashboard,
  describeInsight,
  listDashboardInsights,
  listDashboards,
  listInsights,
} from "@/mocks/seed/catalog";
import { findIntegration, type Integration, listIntegrations } from "@/mocks/seed/integrations";

const PROJECT = "*/api/:prefix/:project_id";
const allow = "GET, HEAD, OPTIONS";
const DASHBOARDS = { scope: "dashboard:read", allow };
// Insights respond to an unknown key with 403.
const INSIGHTS = { scope: "insight:read", allow, refuseUnknownKey: () => fail.authenticationFailed(403) };
const INTEGRATIONS = { scope: "integration:read", allow };
/** Integrations were created 30 days before the last reset. */
const INTEGRATION_AGE_MS = 30 * 86_400_000;

/**
 * Lists insights. `search` matches names and derived names, ignoring case. An empty `insight` or `dashboard` filter
 * causes a 500, as on all servers.
 */
function listProjectInsights(context: ProjectContext): Promise<Response> {
  const { searchParams } = context.url;
  if (["insight", "dashboard"].some((name) => searchParams.get(name) === "")) return fail.serverError();
  const search = (searchParams.get("search") ?? "").toLowerCase();
  const shortId = searchParams.get("short_id");
  const found = listInsights(context.project)
    .map(describeInsight)
    .filter(({ name, derived_name }) => `${name}\n${derived_name ?? ""}`.toLowerCase().includes(search))
    .filter(({ short_id }) => shortId === null || short_id === shortId);
  return paginate(context, found, (insight) => insight);
}

/** Accepts the ID or the short ID, as real servers do. */
function getInsight({ project, params }: ProjectContext): Response {
  const insight = listInsights(project)
    .map(describeInsight)
    .find(({ id, short_id }) => String(id) === params["id"] || short_id === params["id"]);
  return insight === undefined ? fail.notFound() : HttpResponse.json({ ...insight, result: null });
}

function getDashboard({ project, params }: ProjectContext): Response {
  const dashboard = listDashboards(project).find(({ id }) => String(id) === params["id"]);
  if (dashboard === undefined) return fail.notFound();
  const insights = listDashboardInsights(project, dashboard.id).map(describeInsight);
  // Some tiles contain text instead of an insight.
  const text = { id: dashboard.id * 100, insight: null, text: { body: "Figures of the last 30 days" } };
  const tiles = insights.map((insight, index) => ({
    id: dashboard.id * 100 + index + 1,
    insight,
    text: null,
  }));
  return HttpResponse.json({ ...describeDashboard(dashboard), tiles: [...tiles, text] });
}

function serializeIntegration({ db }: ProjectContext, { id, kind, name }: Integration) {
  return {
    id,
    kind,
    config: kind === "slack" ? { team: { id: `T0HARB${id}`, name } } : { account: { name } },
    created_at: formatWireDate(new Date(db.seededAt.getTime() - INTEGRATION_AGE_MS)),
    created_by: db.world.people.list[0]?.user ?? null,
    errors: "",
    display_name: name,
  };
}

/** Creates a channel. The name of a private channel without the key's owner is hidden. */
function createChannel(integrationId: number, name: string, index: number, isPrivate = false) {
  const isHidden = name === "PRIVATE CHANNEL WITHOUT ACCESS";
  return {
    id: `C0HARB${integrationId}${String(index).padStart(2, "0")}`,
    name,
    is_private: isPrivate,
    is_member: !isHidden,
    is_ext_shared: false,
    is_private_without_access: isHidden,
  };
}

/** Lists a Slack workspace's channels. With `channel_id`, returns only that channel and no refresh time. */
function listChannels({ project, params, url, now }: ProjectContext): Response {
  const {
    id,
    kind,
    channels: names = [],
  } = findIntegration(project, Number(params["id"])) ?? fail.notFound();
  if (kind !== "slack") return fail.invalidInput("Invalid integration kind");
  const privateNames = ["leadership", "PRIVATE CHANNEL WITHOUT ACCESS"];
  const channels = [
    ...names.map((name, index) => createChannel(id, name, index)),
    ...privateNames.map((name, index) => createChannel(id, name, names.length + index, true)),
  ];
  const channelId = url.searchParams.get("channel_id");
  if (channelId)
    return HttpResponse.json({ channels: channels.filter((channel) => channel.id === channelId) });
  return HttpResponse.json({ channels, lastRefreshedAt: formatWireDate(now) });
}

/** Look-ups of names and Slack channels. The contract doesn't define them. */
export const catalogHandlers = (db: Db) => [
  http.get(`${PROJECT}/insights`, withProject(db, INSIGHTS, listProjectInsights)),
  http.get(`${PROJECT}/insights/:id`, withProject(db, INSIGHTS, getInsight)),
  http.get(
    `${PROJECT}/dashboards`,
    withProject(db, DASHBOARDS, (context) =>
      paginate(context, listDashboards(context.project), describeDashboard),
    ),
  ),
  http.get(`${PROJECT}/dashboards/:id`, withProject(db, DASHBOARDS, getDashboard)),
  http.get(
    `${PROJECT}/integrations`,
    withProject(db, INTEGRATIONS, (context) =>
      paginate(context, listIntegrations(context.project), (item) => serializeIntegration(context, item)),
    ),
  ),
  http.get(`${PROJECT}/integrations/:id/channels`, withProject(db, INTEGRATIONS, listChannels)),
  ...[
    "insights",
    "insights/:id",
    "dashboards",
    "dashboards/:id",
    "integrations",
    "integrations/:id/channels",
  ].map((path) => http.all(`${PROJECT}/${path}`, notAllowed(db, { allow }))),
];
