import { parseJsonOutline } from "@/lib/file/json-reader";
import { JsonSyntaxError, skipWhitespace } from "@/lib/file/json-syntax";
import { createLineFinder, linesAround, type SourceLine } from "@/lib/file/line-index";
import { runToCompletion } from "@/lib/scheduler/cooperative-task";

export interface ContextIssue {
  readonly message: string;
  /** Offset in UTF-16 code units. */
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  readonly lines: readonly SourceLine[];
}

export type ParsedContext =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly issue: ContextIssue };

/** Parses a context. Returns syntax errors in the result instead of throwing them. */
export function parseContext(text: string): ParsedContext {
  try {
    return { ok: true, value: parseObject(text) };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { ok: false, issue: locateIssue(text, error) };
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  const start = skipWhitespace(text, 0);
  if (start >= text.length) throw new JsonSyntaxError("Enter the definition as JSON: {…}.", 0);
  const node = runToCompletion(parseJsonOutline(text));
  if (node.kind !== "outline") throw new JsonSyntaxError("The definition must be a JSON object: {…}.", start);
  if (node.members.length === 0) throw new JsonSyntaxError("The definition can't be empty.", start);
  const seenKeys = new Set<string>();
  for (const { key, at } of node.members) {
    if (seenKeys.has(key)) throw new JsonSyntaxError(`“${key}” is listed twice. Remove one.`, at);
    seenKeys.add(key);
  }
  const value: unknown = JSON.parse(text);
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function locateIssue(text: string, { message, offset }: JsonSyntaxError): ContextIssue {
  const clampedOffset = Math.min(offset, text.length);
  const { line, column } = createLineFinder(text)(clampedOffset);
  return {
    message,
    offset: clampedOffset,
    line,
    column,
    lines: linesAround(text, clampedOffset, line, EXCERPT_LINES),
  };
}

const EXCERPT_LINES = 2;

/** Formats a context for editing. Returns an empty string if there is none. */
export function formatContext(context: unknown): string {
  return context === null || context === undefined ? "" : (JSON.stringify(context, null, 2) ?? "");
}

/** Example contexts (upstream-facts, Exports). */
export const CONTEXT_EXAMPLES = [
  {
    id: "query",
    label: "Query results",
    text: formatContext({
      source: { kind: "HogQLQuery", query: "select event, count() from events group by event limit 100" },
      filename: "events by name",
    }),
  },
  {
    id: "path",
    label: "API path",
    text: formatContext({ path: "/api/projects/@current/persons/", method: "GET", filename: "persons" }),
  },
  {
    id: "recording",
    label: "Session recording",
    text: formatContext({ session_recording_id: "", timestamp: 0, duration: 30 }),
  },
] as const;
