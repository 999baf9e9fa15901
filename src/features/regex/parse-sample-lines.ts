/** Most lines a pattern is tried on. */
export const MAX_LINES = 200;
/** Longest line, in UTF-16 units; the rest of it is not looked at. */
const MAX_LINE_LENGTH = 10_000;

/** The lines of a text that a pattern is tried on; empty ones are left out. */
export function parseSampleLines(text: string): {
  readonly lines: readonly string[];
  readonly skippedCount: number;
} {
  const allLines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const lines = allLines.slice(0, MAX_LINES).map((line) => line.slice(0, MAX_LINE_LENGTH));
  return { lines, skippedCount: allLines.length - lines.length };
}
