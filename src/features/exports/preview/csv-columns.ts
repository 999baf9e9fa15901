/** A column of a file's table. */
export interface TableColumn {
  /** Null where the first line has no name for it. */
  readonly name: string | null;
  readonly align: "start" | "end";
  /** Letters that fit. */
  readonly width: number;
}

const NARROWEST = 4;
const WIDEST = 40;
const NUMBER = /^[-+−]?[\d.,'\s\u202f]*\d[\d.,]*\s?%?$/;

/** The columns of the lines of a table, of which the first holds the names. Numbers are aligned at their end. */
export function columnsOf(lines: readonly (readonly string[])[]): readonly TableColumn[] {
  const [names = [], ...rows] = lines;
  const count = lines.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: count }, (_, place) => {
    const name = names[place]?.trim() || null;
    let longest = (name ?? "Column 00").length;
    let isNumeric = false;
    let hasText = false;
    for (const row of rows) {
      const cell = row[place] ?? "";
      longest = Math.max(longest, cell.length);
      if (cell !== "") {
        // A long one is none, and would take the pattern long.
        if (cell.length <= WIDEST && NUMBER.test(cell)) isNumeric = true;
        else hasText = true;
      }
    }
    const width = Math.min(WIDEST, Math.max(NARROWEST, longest));
    return { name, align: isNumeric && !hasText ? "end" : "start", width };
  });
}
