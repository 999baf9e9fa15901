import { chunkRanges, type FileChunk, type FileColumn } from "./file-chunk";

/** Generates a JSON array in chunks, one value per line. Writes null for values that JSON can't represent. */
export function* jsonChunks<Row>(
  rows: readonly Row[],
  toValue: (row: Row) => unknown,
): Generator<FileChunk, void> {
  yield { text: "[", rowsDone: 0 };
  for (const { from, to } of chunkRanges(rows.length)) {
    const lines = rows.slice(from, to).map((row) => `\n${JSON.stringify(toValue(row)) ?? "null"}`);
    yield { text: (from === 0 ? "" : ",") + lines.join(","), rowsDone: to };
  }
  yield { text: rows.length === 0 ? "]\n" : "\n]\n", rowsDone: rows.length };
}

/** Creates a function that converts a row to an object, with the column headers as keys. */
export function createRowMapper<Row>(
  columns: readonly FileColumn<Row>[],
): (row: Row) => Readonly<Record<string, string | number | null>> {
  // `Object.fromEntries` is safe for a header named `__proto__`.
  return (row) => Object.fromEntries(columns.map((column) => [column.header, column.text(row)]));
}
