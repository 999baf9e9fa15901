/** Most lines a pattern is tried on. */
export const MOST_LINES = 200;
/** Longest line, in UTF-16 units; the rest of it is not looked at. */
const LONGEST = 10_000;

/** The lines of a text that a pattern is tried on; empty ones are left out. */
export function readLines(text: string): { readonly lines: readonly string[]; readonly leftOut: number } {
  const all = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const lines = all.slice(0, MOST_LINES).map((line) => line.slice(0, LONGEST));
  return { lines, leftOut: all.length - lines.length };
}
