/** A part of a line that a pattern found; places in UTF-16 units, the end not included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What a pattern found in a line. */
export interface LineMatch {
  readonly hasMatch: boolean;
  /** The first of what was found, in their order; what is empty is left out. */
  readonly spans: readonly Span[];
}

/** More marks in one line help nobody. */
const MAX_SPANS = 100;

/** A pattern that can be tried, or why it is none: the engine's words, without the pattern in them. */
export type CompiledPattern =
  | { readonly ok: true; readonly pattern: RegExp }
  | { readonly ok: false; readonly message: string };

/**
 * Reads a pattern as the browser's engine does: by whole letters, as servers do, or where that is too strict for it by
 * the older rules.
 */
export function compilePattern(source: string, ignoresCase: boolean): CompiledPattern {
  const flags = ignoresCase ? "gi" : "g";
  try {
    return { ok: true, pattern: new RegExp(source, `${flags}u`) };
  } catch {
    // The words for what is wrong come from the older rules.
  }
  try {
    return { ok: true, pattern: new RegExp(source, flags) };
  } catch (error) {
    return { ok: false, message: invalidPatternMessage(error) };
  }
}

/** The engine's own words for what is wrong with a pattern, as a sentence. */
export function invalidPatternMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  // "Invalid regular expression: /(/: Unterminated group", in Chromium's words.
  const reason = message.replace(/^Invalid regular expression:\s*(?:\/.*\/[a-z]*:\s*)?/su, "").trim();
  return `Invalid pattern: ${reason || message}.`.replace(/\.\.$/, ".");
}

/** Finds a pattern in a line. It takes as long as the pattern does: never call it on the page's own thread. */
export function matchLine(pattern: RegExp, line: string): LineMatch {
  const spans: Span[] = [];
  let hasMatch = false;
  for (const { index: from, 0: matchedText } of line.matchAll(pattern)) {
    hasMatch = true;
    if (matchedText !== "") spans.push({ from, to: from + matchedText.length });
    if (spans.length >= MAX_SPANS) break;
  }
  return { hasMatch, spans };
}

/** A line cut where what was found begins and ends. */
export function splitLine(line: string, { spans }: LineMatch) {
  const parts: { readonly text: string; readonly from: number; readonly isMatched: boolean }[] = [];
  let at = 0;
  for (const { from, to } of spans) {
    if (from > at) parts.push({ text: line.slice(at, from), from: at, isMatched: false });
    parts.push({ text: line.slice(from, to), from, isMatched: true });
    at = to;
  }
  if (at < line.length) parts.push({ text: line.slice(at), from: at, isMatched: false });
  return parts;
}
