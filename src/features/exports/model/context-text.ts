import { readOutline } from "@/lib/file/json-reader";
import { JsonMistake, skipBlanks } from "@/lib/file/json-syntax";
import { createLineFinder, linesAround, type SourceLine } from "@/lib/file/line-index";
import { runToEnd } from "@/lib/scheduler/cooperative-task";

/** What keeps a typed context from being sent, and where. */
export interface ContextMistake {
  readonly message: string;
  /** Characters from the start of the text. */
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  /** The lines around it. */
  readonly lines: readonly SourceLine[];
}

/** A typed context: what it says, or what is wrong with it. */
export type ContextReading =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly mistake: ContextMistake };

/** Reads a context as it was typed. Never throws. */
export function readContext(text: string): ContextReading {
  try {
    return { ok: true, value: readObject(text) };
  } catch (error) {
    if (!(error instanceof JsonMistake)) throw error;
    return { ok: false, mistake: placeMistake(text, error) };
  }
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  const start = skipBlanks(text, 0);
  if (start >= text.length) throw new JsonMistake("Enter the context as JSON: {…}.", 0);
  const node = runToEnd(readOutline(text));
  if (node.kind !== "outline") throw new JsonMistake("A context is an object in braces: {…}.", start);
  if (node.members.length === 0)
    throw new JsonMistake("An empty context counts as none: say what to export.", start);
  const seen = new Set<string>();
  for (const { key, at } of node.members) {
    if (seen.has(key)) throw new JsonMistake(`“${key}” stands twice.`, at);
    seen.add(key);
  }
  const value: unknown = JSON.parse(text);
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function placeMistake(text: string, { message, offset }: JsonMistake): ContextMistake {
  const at = Math.min(offset, text.length);
  const { line, column } = createLineFinder(text)(at);
  return { message, offset: at, line, column, lines: linesAround(text, at, line, AROUND) };
}

const AROUND = 2;

/** A context as text to be edited; "" for none. */
export function contextText(context: unknown): string {
  return context === null || context === undefined ? "" : (JSON.stringify(context, null, 2) ?? "");
}

/** What a context can look like (upstream-facts, Exports), to begin with. */
export const CONTEXT_EXAMPLES = [
  {
    id: "query",
    label: "Rows of a query",
    text: contextText({
      source: { kind: "HogQLQuery", query: "select event, count() from events group by event limit 100" },
      filename: "events by name",
    }),
  },
  {
    id: "path",
    label: "An address of the API",
    text: contextText({ path: "/api/projects/@current/persons/", method: "GET", filename: "persons" }),
  },
  {
    id: "recording",
    label: "A session recording",
    text: contextText({ session_recording_id: "", timestamp: 0, duration: 30 }),
  },
] as const;
