import { HttpResponse, http } from "msw";
import * as z from "zod/mini";
import { type ProjectContext, readBody, requireScope, withProject } from "@/mocks/context";
import type { Db } from "@/mocks/db";
import { fail } from "@/mocks/errors";
import { field, parseBody } from "@/mocks/fields";
import { SESSION_PROPERTIES, SESSION_VALUES } from "@/mocks/seed/sessions";

const PROJECT = "*/api/:prefix/:project_id";
/** Maximum number of values that a server returns (upstream-facts, Sessions). */
const MAX_VALUES = 20;

function listPropertyDefinitions(context: ProjectContext): Response {
  if (context.isNewer) requireScope(context.key, "query:read");
  const words = (context.url.searchParams.get("search") ?? "").toLowerCase().split(/\s+/);
  const found = SESSION_PROPERTIES.filter(([name]) => words.every((word) => name.includes(word)));
  const results = found.map(([name, property_type]) => ({
    id: name,
    name,
    is_numerical: property_type === "Numeric" || property_type === "Duration",
    property_type,
    is_seen_on_filtered_events: null,
    tags: [],
  }));
  return HttpResponse.json({ count: results.length, results });
}

/**
 * Returns values that contain the search text. As on real servers, unknown, numeric, and date properties have no values.
 * Newer servers send an envelope.
 */
function listValues(context: ProjectContext): Response {
  const { project, url, isNewer } = context;
  if (context.isNewer) requireScope(context.key, "query:read");
  const property = url.searchParams.get("key");
  if (!property) return fail.invalidInput("Key not provided");
  const search = (url.searchParams.get("value") ?? "").toLowerCase();
  const isKnown = project.size !== "empty" && Object.hasOwn(SESSION_VALUES, property);
  const values = (isKnown && SESSION_VALUES[property]) || [];
  const found = values.filter((value) => value.toLowerCase().includes(search));
  const results = found.slice(0, MAX_VALUES).map((name) => ({ name }));
  return HttpResponse.json(isNewer ? { results, refreshing: false } : results);
}

// The first match wins. The mocks have no AI model, only patterns for common words.
const KNOWN_PATTERNS: readonly (readonly [wish: RegExp, pattern: string])[] = [
  [/e-?mail/i, "[\\w.+-]+@[\\w-]+\\.[\\w.]+"],
  [/uuid/i, "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"],
  [/\b(url|link|address)/i, "https?://[^\\s/]+(/\\S*)?"],
  [/\b(date|day)\b/i, "\\d{4}-\\d{2}-\\d{2}"],
  [/\b(number|digit|id)s?\b/i, "\\d+"],
];

async function generateRegex({ request }: ProjectContext): Promise<Response> {
  // The contract lists `person`, but its sample sends `distinct_id`. Both are ignored, like every unknown key.
  const { regex: wish } = parseBody(z.object({ regex: field.text() }), await readBody(request));
  const respond = (result: string, output: string) => HttpResponse.json({ result, data: { output } });
  if (!/\p{L}|\d/u.test(wish)) return respond("error", "Describe in words what the pattern should find.");
  const known = KNOWN_PATTERNS.find(([trigger]) => trigger.test(wish));
  // Other patterns match the words in order, with any text between them.
  const words = wish.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return respond("success", known?.[1] ?? words.join(".*"));
}

/** The regex helper and session property look-ups (contract, endpoints 1 to 3). */
export const sessionHandlers = (db: Db) => [
  http.post(`${PROJECT}/session_recordings/ai/regex`, withProject(db, "*", generateRegex)),
  http.get(`${PROJECT}/sessions/property_definitions`, withProject(db, null, listPropertyDefinitions)),
  http.get(`${PROJECT}/sessions/values`, withProject(db, null, listValues)),
];
