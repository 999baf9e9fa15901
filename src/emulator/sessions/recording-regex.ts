import * as z from "zod/mini";
import { type ProjectContext, type ProjectRoute, projectRoute } from "@/emulator/backend/backend";
import { requireEveryScope } from "@/emulator/dispatch/scope-checks";
import { json } from "@/emulator/request/errors";
import { field, parseBody } from "@/emulator/request/request-fields";

// The first match wins. The emulator has no AI model, only patterns for common words.
const KNOWN_PATTERNS: readonly (readonly [wish: RegExp, pattern: string])[] = [
  [/e-?mail/i, "[\\w.+-]+@[\\w-]+\\.[\\w.]+"],
  [/uuid/i, "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"],
  [/\b(url|link|address)/i, "https?://[^\\s/]+(/\\S*)?"],
  [/\b(date|day)\b/i, "\\d{4}-\\d{2}-\\d{2}"],
  [/\b(number|digit|id)s?\b/i, "\\d+"],
];

/** Builds a pattern that matches the words of a description in order, with any text between them. */
function buildPatternFromWords(description: string): string {
  return description
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join(".*");
}

async function generateRegex(context: ProjectContext): Promise<Response> {
  requireEveryScope(context.key);
  // The contract lists `person`, but its sample sends `distinct_id`. Both are ignored, like every unknown key.
  const { regex: description } = parseBody(z.object({ regex: field.text() }), await context.body());
  if (!/\p{L}|\d/u.test(description)) {
    return json({ result: "error", data: { output: "Describe in words what the pattern should find." } });
  }
  const known = KNOWN_PATTERNS.find(([trigger]) => trigger.test(description));
  return json({ result: "success", data: { output: known?.[1] ?? buildPatternFromWords(description) } });
}

/** The regex helper of session recordings (contract, endpoint 1). Its API is unstable upstream. */
export const recordingRegexRoutes: readonly ProjectRoute[] = [
  projectRoute({
    id: "sessionRecordings.regex",
    method: "POST",
    path: "/api/environments/:project_id/session_recordings/ai/regex/",
    scope: null,
    handle: generateRegex,
  }),
];
