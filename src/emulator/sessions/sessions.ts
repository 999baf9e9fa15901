import { type ProjectContext, type ProjectRoute, projectRoute } from "@/emulator/backend/backend";
import { requireScope } from "@/emulator/dispatch/auth";
import { createListResponse } from "@/emulator/dispatch/list-format";
import { refuseScopedKeys, requireAnyScope } from "@/emulator/dispatch/scope-checks";
import { fail } from "@/emulator/request/errors";
import { SESSION_PROPERTIES, SESSION_VALUES } from "./session-properties";

/** Maximum number of values that a server returns (upstream-facts, Sessions). */
const MAX_VALUES = 20;

/**
 * Checks whether the key can access session data. Servers of 2024 accept only legacy keys. Servers
 * of 2026 require `query:read`.
 * @throws ApiError 403
 */
function checkAccess({ key, generation }: ProjectContext): void {
  if (generation === "2024") return refuseScopedKeys(key);
  if (generation === "2026") return requireScope(key, "query:read", []);
  requireAnyScope(key);
}

function listPropertyDefinitions(context: ProjectContext): Response {
  const { url } = context;
  checkAccess(context);
  const words = (url.searchParams.get("search") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const results = SESSION_PROPERTIES.filter(([name]) => words.every((word) => name.includes(word))).map(
    ([name, type]) => ({
      id: name,
      name,
      is_numerical: type === "Numeric" || type === "Duration",
      property_type: type,
      is_seen_on_filtered_events: null,
      tags: [],
    }),
  );
  return createListResponse(context, results, "envelope", { count: results.length });
}

/**
 * Returns values that contain the search text. As on real servers, unknown, numeric, and date
 * properties have no values.
 */
function listValues(context: ProjectContext): Response {
  const { project, url, generation } = context;
  checkAccess(context);
  const property = url.searchParams.get("key");
  if (!property) return fail.invalidInput("Key not provided");
  const search = (url.searchParams.get("value") ?? "").toLowerCase();
  const allValues = Object.hasOwn(SESSION_VALUES, property) ? (SESSION_VALUES[property] ?? []) : [];
  const found =
    project.size === "empty" ? [] : allValues.filter((value) => value.toLowerCase().includes(search));
  const results = found.slice(0, MAX_VALUES).map((name) => ({ name }));
  const format = generation === "2026" ? "envelope" : "bare";
  return createListResponse(context, results, format, { refreshing: false });
}

/** Session property lookups (contract, endpoints 2 and 3). */
export const sessionRoutes: readonly ProjectRoute[] = [
  projectRoute({
    id: "sessions.properties",
    method: "GET",
    path: "/api/environments/:project_id/sessions/property_definitions/",
    scope: null,
    handle: listPropertyDefinitions,
  }),
  projectRoute({
    id: "sessions.values",
    method: "GET",
    path: "/api/environments/:project_id/sessions/values/",
    scope: null,
    handle: listValues,
  }),
];
