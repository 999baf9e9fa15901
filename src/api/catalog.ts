import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint";
import { pageFields, parsePage, parseWith, textOrEmpty, textOrNull } from "./parsers";

// The contract doesn't define these endpoints (server-generations, Names). They provide the names
// of Slack workspaces and channels, and the app works without them. Every server has them under `/api/projects/`.

const integration = z.looseObject({
  id: z.int(),
  /** `slack` for a Slack workspace. */
  kind: z.string(),
  display_name: textOrEmpty,
});

const slackChannel = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** Whether the name is hidden because the channel is private. */
  is_private_without_access: z._default(z.nullable(z.boolean()), false),
});

export const listIntegrations = defineEndpoint({
  id: "integrations.list",
  method: "GET",
  path: "/api/projects/:project_id/integrations/",
  scope: "integration:read",
  query: z.strictObject(pageFields),
  response: { kind: "json", parse: parsePage(integration) },
});

export const listSlackChannels = defineEndpoint({
  id: "integrations.channels",
  method: "GET",
  path: "/api/projects/:project_id/integrations/:id/channels/",
  scope: "integration:read",
  response: { kind: "json", parse: parseWith(z.looseObject({ channels: z.array(slackChannel) })) },
});

// The contract doesn't define these endpoints (server-generations, Names). They provide names for IDs, and the app
// works without them. Servers of 2024 have them only under `/api/projects/`, and all others have them there as well.

/** Undefined if the server doesn't return it. Most servers leave deleted entries out instead. */
const deleted = z.optional(z.nullable(z.boolean()));
const dashboardEntry = z.looseObject({ id: z.int(), name: textOrEmpty, deleted });

const insightEntry = z.looseObject({
  id: z.int(),
  /** ID from the URL of the insight's page, such as `BaAJDdXA`. */
  short_id: textOrNull,
  name: textOrEmpty,
  /** Name that the server derives from the query of an unnamed insight. */
  derived_name: textOrNull,
  deleted,
});
export type InsightEntry = z.output<typeof insightEntry>;

const tile = z.looseObject({ insight: z._default(z.nullable(insightEntry), null) });
const dashboardWithTiles = z.looseObject({
  id: z.int(),
  name: textOrEmpty,
  deleted,
  /** Null if the server doesn't return them, which doesn't mean that the dashboard is empty. */
  tiles: z._default(z.nullable(z.array(tile)), null),
});

/** Lists dashboards without their tiles, pinned ones first. */
export const listDashboards = defineEndpoint({
  id: "dashboards.list",
  method: "GET",
  path: "/api/projects/:project_id/dashboards/",
  scope: "dashboard:read",
  query: z.strictObject(pageFields),
  response: { kind: "json", parse: parsePage(dashboardEntry) },
});

export const getDashboard = defineEndpoint({
  id: "dashboards.get",
  method: "GET",
  path: "/api/projects/:project_id/dashboards/:id/",
  scope: "dashboard:read",
  response: { kind: "json", parse: parseWith(dashboardWithTiles) },
});

/**
 * `basic` omits query results. `saved` omits unsaved insights. Parameters can't be empty, because
 * empty ones can cause a 500 (server-generations, Names).
 */
export const listInsights = defineEndpoint({
  id: "insights.list",
  method: "GET",
  path: "/api/projects/:project_id/insights/",
  scope: "insight:read",
  query: z.strictObject({
    ...pageFields,
    search: z.optional(z.string().check(z.minLength(1))),
    short_id: z.optional(z.string().check(z.minLength(1))),
    basic: z.optional(z.boolean()),
    saved: z.optional(z.boolean()),
  }),
  response: { kind: "json", parse: parsePage(insightEntry) },
});

export const getInsight = defineEndpoint({
  id: "insights.get",
  method: "GET",
  path: "/api/projects/:project_id/insights/:id/",
  scope: "insight:read",
  response: { kind: "json", parse: parseWith(insightEntry) },
});
