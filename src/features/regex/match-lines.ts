/** Offsets of a match, in UTF-16 code units. `to` is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface LineMatch {
  readonly hasMatch: boolean;
  /** The first `MAX_SPANS` non-empty matches. */
  readonly spans: readonly Span[];
}

/** Maximum number of highlighted matches per line. */
const MAX_SPANS = 100;

/** A compiled pattern, or an error message that doesn't repeat the pattern. */
export type CompiledPattern =
  | { readonly ok: true; readonly pattern: RegExp }
  | { readonly ok: false; readonly message: string };

/** Compiles a pattern in Unicode mode, as servers do. Falls back to the lenient legacy syntax. */
export function compilePattern(source: string, ignoresCase: boolean): CompiledPattern {
  const flags = ignoresCase ? "gi" : "g";
  try {
    return { ok: true, pattern: new RegExp(source, `${flags}u`) };
  } catch {
    // Tries the legacy syntax, and reports its error if that fails too.
  }
  try {
    return { ok: true, pattern: new RegExp(source, flags) };
  } catch (error) {
    return { ok: false, message: invalidPatternMessage(error) };
  }
}

export function invalidPatternMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  // Chromium's message is "Invalid regular expression: /(/: Unterminated group".
  const reason = message.replace(/^Invalid regular expression:\s*(?:\/.*\/[a-z]*:\s*)?/su, "").trim();
  return `Invalid pattern: ${reason || message}.`.replace(/\.\.$/, ".");
}

/** Finds the matches in a line. Call this only in a worker, because some patterns never finish. */
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
