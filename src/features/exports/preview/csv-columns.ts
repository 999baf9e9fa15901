/** A column of a file's table. */
export interface TableColumn {
  /** Null where the first line has no name for it. */
  readonly name: string | null;
  readonly align: "start" | "end";
  /** Letters that fit. */
  readonly width: number;
}

const MIN_WIDTH = 4;
const MAX_WIDTH = 40;
const NUMBER_PATTERN = /^[-+−]?[\d.,'\s\u202f]*\d[\d.,]*\s?%?$/;

/** The columns of the lines of a table, of which the first holds the names. Numbers are aligned at their end. */
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
        // A long one is none, and would take the pattern long.
        if (cell.length <= MAX_WIDTH && NUMBER_PATTERN.test(cell)) isNumeric = true;
        else hasText = true;
      }
    }
    const width = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, longestLength));
    return { name, align: isNumeric && !hasText ? "end" : "start", width };
  });
}
