import { HttpResponse, http } from "msw";
import * as z from "zod/mini";
import {
  notAllowed,
  type ProjectContext,
  readBody,
  requireAnyScope,
  requireEveryScope,
  requireScope,
  withProject,
} from "@/mocks/context";
import type { Db } from "@/mocks/db";
import { fail } from "@/mocks/errors";
import { field, parseBody } from "@/mocks/fields";
import { SESSION_PROPERTIES, SESSION_VALUES } from "@/mocks/seed/sessions";

const PROJECT = "*/api/:prefix/:project_id";
const READ = { allow: "GET, HEAD, OPTIONS", scope: null };
const REGEX = { allow: "POST, OPTIONS", scope: null };
/** Maximum number of values that a server returns (upstream-facts, Sessions). */
const MAX_VALUES = 20;

/** Newer servers require `query:read`. The contract names no scope. */
function checkAccess({ key, isNewer }: ProjectContext): void {
  if (isNewer) requireScope(key, "query:read");
  else requireAnyScope(key);
}

function listPropertyDefinitions(context: ProjectContext): Response {
  checkAccess(context);
  const words = (context.url.searchParams.get("search") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const found = SESSION_PROPERTIES.filter(([name]) => words.every((word) => name.includes(word)));
  const results = found.map(([name, type]) => ({
    id: name,
    name,
    is_numerical: type === "Numeric" || type === "Duration",
    property_type: type,
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
  checkAccess(context);
  const property = url.searchParams.get("key");
  if (!property) return fail.invalidInput("Key not provided");
  const search = (url.searchParams.get("value") ?? "").toLowerCase();
  const allValues = Object.hasOwn(SESSION_VALUES, property) ? (SESSION_VALUES[property] ?? []) : [];
  const found = allValues.filter((value) => value.toLowerCase().includes(search));
  const results = project.size === "empty" ? [] : found.slice(0, MAX_VALUES).map((name) => ({ name }));
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

/** Builds a pattern that matches the words of a description in order, with any text between them. */
function buildPatternFromWords(description: string): string {
  const words = description.split(/\s+/).filter(Boolean);
  return words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".*");
}

async function generateRegex({ key, request }: ProjectContext): Promise<Response> {
  requireEveryScope(key);
  // The contract lists `person`, but its sample sends `distinct_id`. Both are ignored, like every unknown key.
  const { regex: description } = parseBody(z.object({ regex: field.text() }), await readBody(request));
  const respond = (result: string, output: string) => HttpResponse.json({ result, data: { output } });
  if (!/\p{L}|\d/u.test(description))
    return respond("error", "Describe in words what the pattern should find.");
  const known = KNOWN_PATTERNS.find(([trigger]) => trigger.test(description));
  return respond("success", known?.[1] ?? buildPatternFromWords(description));
}

/** The regex helper and session property look-ups (contract, endpoints 1 to 3). */
export const sessionHandlers = (db: Db) => [
  http.post(`${PROJECT}/session_recordings/ai/regex`, withProject(db, REGEX, generateRegex)),
  http.all(`${PROJECT}/session_recordings/ai/regex`, notAllowed(db, REGEX)),
  http.get(`${PROJECT}/sessions/property_definitions`, withProject(db, READ, listPropertyDefinitions)),
  http.get(`${PROJECT}/sessions/values`, withProject(db, READ, listValues)),
  ...["property_definitions", "values"].map((name) =>
    http.all(`${PROJECT}/sessions/${name}`, notAllowed(db, READ)),
  ),
];
