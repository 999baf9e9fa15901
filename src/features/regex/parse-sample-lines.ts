export const MAX_LINES = 200;
/** In UTF-16 code units. The rest of a longer line is ignored. */
const MAX_LINE_LENGTH = 10_000;

/** Splits text into at most `MAX_LINES` non-empty lines. */
export function parseSampleLines(text: string): {
  readonly lines: readonly string[];
  readonly skippedCount: number;
} {
  const allLines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const lines = allLines.slice(0, MAX_LINES).map((line) => line.slice(0, MAX_LINE_LENGTH));
  return { lines, skippedCount: allLines.length - lines.length };
}
