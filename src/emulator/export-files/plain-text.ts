import { type Bytes, type ExportTable, encodeUtf8 } from "./export-table";

function toCsvCell(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Creates comma-separated values with a header row (RFC 4180). */
export function createCsv(table: ExportTable): Bytes {
  const rows = [table.columns, ...table.rows.map((row) => [row.label, ...row.values])];
  return encodeUtf8(rows.map((cells) => `${cells.map(toCsvCell).join(",")}\r\n`).join(""));
}

export function createJson(table: ExportTable): Bytes {
  const results = table.rows.map((row) =>
    Object.fromEntries(
      table.columns.map((column, index) => [column, index ? row.values[index - 1] : row.label]),
    ),
  );
  return encodeUtf8(
    JSON.stringify({ title: table.title, generated_at: table.generatedAt, results }, null, 2),
  );
}
