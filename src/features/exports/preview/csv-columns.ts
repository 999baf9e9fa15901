export interface TableColumn {
  /** Null when the header row has no name for the column. */
  readonly name: string | null;
  readonly align: "start" | "end";
  /** Width in characters. */
  readonly width: number;
}

const MIN_WIDTH = 4;
const MAX_WIDTH = 40;
const NUMBER_PATTERN = /^[-+−]?[\d.,'\s\u202f]*\d[\d.,]*\s?%?$/;

/** Infers columns from rows. The first row is the header. Numeric columns are right-aligned. */
export function inferColumns(lines: readonly (readonly string[])[]): readonly TableColumn[] {
  const [names = [], ...rows] = lines;
  const count = lines.reduce((maxLength, { length }) => Math.max(maxLength, length), 0);
  return Array.from({ length: count }, (_, index) => {
    const name = names[index]?.trim() || null;
    let longestLength = (name ?? "Column 00").length;
    let isNumeric = false;
    let hasText = false;
    for (const row of rows) {
      const cell = row[index] ?? "";
      longestLength = Math.max(longestLength, cell.length);
      if (cell !== "") {
        // Long cells aren't numbers, and would be slow to match.
        if (cell.length <= MAX_WIDTH && NUMBER_PATTERN.test(cell)) isNumeric = true;
        else hasText = true;
      }
    }
    const width = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, longestLength));
    return { name, align: isNumeric && !hasText ? "end" : "start", width };
  });
}
