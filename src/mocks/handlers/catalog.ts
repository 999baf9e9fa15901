import { HttpResponse, http } from "msw";
import { type ProjectContext, withProject } from "@/mocks/context";
import type { Db } from "@/mocks/db";
import { fail } from "@/mocks/errors";
import { formatWireDate } from "@/mocks/fields";
import { paginate } from "@/mocks/paginate";
import type { Dashboard } from "@/mocks/seed/catalog";
import type { Integration } from "@/mocks/seed/world";

const PROJECT = "*/api/:prefix/:project_id";
const INTEGRATION_AGE_MS = 30 * 86_400_000;

/**
 * Lists insights. `search` matches names and derived names, ignoring case. An empty `insight` or `dashboard` filter
 * causes a 500, as on all servers.
 */
function listInsights(context: ProjectContext): Promise<Response> {
  const { searchParams } = context.url;
  if (["insight", "dashboard"].some((name) => searchParams.get(name) === "")) return fail.serverError();
  const search = (searchParams.get("search") ?? "").toLowerCase();
  const shortId = searchParams.get("short_id");
  const found = [...context.project.insights.values()]
    .filter(({ name, derived_name }) => `${name}\n${derived_name ?? ""}`.toLowerCase().includes(search))
    .filter(({ short_id }) => shortId === null || short_id === shortId);
  return paginate(context, found, (insight) => insight);
}

/** Accepts the ID or the short ID, as real servers do. */
function getInsight({ project: { insights }, params: { id } }: ProjectContext): Response {
  const insight = insights.get(Number(id)) ?? [...insights.values()].find(({ short_id }) => short_id === id);
  return insight === undefined ? fail.notFound() : HttpResponse.json({ ...insight, result: null });
}

const serializeDashboard = ({ id, name }: Dashboard) => ({
  id,
  name,
  description: "",
  pinned: false,
  deleted: false,
  tags: [],
});

function getDashboard({ project: { dashboards, insights }, params }: ProjectContext): Response {
  const dashboard = dashboards.get(Number(params["id"])) ?? fail.notFound();
  const firstTile = dashboard.id * 100;
  const tiles = dashboard.insights.map((id, index) => ({
    id: firstTile + index + 1,
    insight: insights.get(id),
    text: null,
  }));
  // Some tiles contain text instead of an insight.
  const text = { id: firstTile, insight: null, text: { body: "Figures of the last 30 days" } };
  return HttpResponse.json({ ...serializeDashboard(dashboard), tiles: [...tiles, text] });
}

function serializeIntegration({ db }: ProjectContext, { id, kind, name }: Integration) {
  return {
    id,
    kind,
    config: kind === "slack" ? { team: { id: `T0HARB${id}`, name } } : { account: { name } },
    created_at: formatWireDate(db.seededAt.getTime() - INTEGRATION_AGE_MS),
    created_by: db.world.people[0]?.user ?? null,
    errors: "",
    display_name: name,
  };
}

/** Private channels of every workspace. The name of one without the key's owner is hidden. */
const PRIVATE_CHANNELS = ["leadership", "PRIVATE CHANNEL WITHOUT ACCESS"];

/** Lists a Slack workspace's channels. With `channel_id`, returns only that channel and no refresh time. */
function listChannels({ project, params, url, now }: ProjectContext): Response {
  const found = project.integrations.find(({ id }) => String(id) === params["id"]);
  const { id, kind, channels: publicChannels = [] } = found ?? fail.notFound();
  if (kind !== "slack") return fail.invalidInput("Invalid integration kind");
  const channels = [...publicChannels, ...PRIVATE_CHANNELS].map((name, index) => ({
    id: `C0HARB${id}${String(index).padStart(2, "0")}`,
    name,
    is_private: index >= publicChannels.length,
    is_member: name !== PRIVATE_CHANNELS[1],
    is_ext_shared: false,
    is_private_without_access: name === PRIVATE_CHANNELS[1],
  }));
  const channelId = url.searchParams.get("channel_id");
  if (channelId)
    return HttpResponse.json({ channels: channels.filter((channel) => channel.id === channelId) });
  return HttpResponse.json({ channels, lastRefreshedAt: formatWireDate(now) });
}

/** Look-ups of names and Slack channels. The contract doesn't define them. */
export const catalogHandlers = (db: Db) => [
  http.get(`${PROJECT}/insights`, withProject(db, "insight:read", listInsights)),
  http.get(`${PROJECT}/insights/:id`, withProject(db, "insight:read", getInsight)),
  http.get(
    `${PROJECT}/dashboards`,
    withProject(db, "dashboard:read", (context) =>
      paginate(context, [...context.project.dashboards.values()], serializeDashboard),
    ),
  ),
  http.get(`${PROJECT}/dashboards/:id`, withProject(db, "dashboard:read", getDashboard)),
  http.get(
    `${PROJECT}/integrations`,
    withProject(db, "integration:read", (context) =>
      paginate(context, context.project.integrations, (item) => serializeIntegration(context, item)),
    ),
  ),
  http.get(`${PROJECT}/integrations/:id/channels`, withProject(db, "integration:read", listChannels)),
];
