import { chunkRanges, type FileChunk, type FileColumn } from "./file-chunk";

export interface CsvOptions {
  /** Whether the file starts with a byte order mark. Excel needs the mark to detect UTF-8. */
  readonly bom: boolean;
}

const LINE_END = "\r\n";
const BOM = "\uFEFF";
// Characters that start a formula in spreadsheets (OWASP, CSV injection), including full-width ones. Some
// spreadsheets ignore leading whitespace.
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;
// Many spreadsheets also split at semicolons, tabs, or vertical bars, and ignore quotes inside a
// cell. Any part of a text may therefore become a separate cell.
const FORMULA_IN_PART = /([;|\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])/g;
// Semicolons and tabs are delimiters in some locales.
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/**
 * Formats a cell (RFC 4180). Puts an apostrophe before any text, or part of a text, that a spreadsheet would evaluate
 * as a formula. Numbers stay unchanged, including negative ones.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return "";
  // Spreadsheets can't read Infinity and NaN.
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  const text = value.replace(FORMULA_IN_PART, "$1'");
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function csvLine(cells: readonly (string | number | null)[]): string {
  return cells.map(csvCell).join(",") + LINE_END;
}

/** Generates a CSV file (RFC 4180) in chunks. The first row is the header. */
export function* csvChunks<Row>(
  rows: readonly Row[],
  columns: readonly FileColumn<Row>[],
  { bom }: CsvOptions,
): Generator<FileChunk, void> {
  yield { text: (bom ? BOM : "") + csvLine(columns.map(({ header }) => header)), rowsDone: 0 };
  for (const { from, to } of chunkRanges(rows.length)) {
    const lines = rows.slice(from, to).map((row) => csvLine(columns.map((column) => column.text(row))));
    yield { text: lines.join(""), rowsDone: to };
  }
}

/**
 * Generates a CSV file with every field of the records. Nested fields use dotted names (`created_by.email`). The first
 * chunks are empty, because the generator collects the field names first.
 */
export function* csvChunksOfFields<Row>(
  rows: readonly Row[],
  fieldsOf: (row: Row) => Readonly<Record<string, unknown>>,
  options: CsvOptions,
): Generator<FileChunk, void> {
  const names = new Set<string>();
  for (const { from, to } of chunkRanges(rows.length)) {
    for (const row of rows.slice(from, to)) {
      for (const name of flattenFields(fieldsOf(row)).keys()) names.add(name);
    }
    yield { text: "", rowsDone: 0 };
  }
  const columns = [...names];
  yield { text: (options.bom ? BOM : "") + csvLine(columns), rowsDone: 0 };
  for (const { from, to } of chunkRanges(rows.length)) {
    const lines = rows.slice(from, to).map((row) => {
      const cells = flattenFields(fieldsOf(row));
      return csvLine(columns.map((name) => cells.get(name) ?? null));
    });
    yield { text: lines.join(""), rowsDone: to };
  }
}

/**
 * Flattens a record to dotted paths. Lists of primitive values become comma-separated text. Other lists become JSON.
 */
function flattenFields(record: Readonly<Record<string, unknown>>): Map<string, string | number | null> {
  const cells = new Map<string, string | number | null>();
  collectFields(record, "", cells);
  return cells;
}

function collectFields(
  record: Readonly<Record<string, unknown>>,
  path: string,
  cells: Map<string, string | number | null>,
): void {
  for (const [name, value] of Object.entries(record)) {
    if (isRecord(value) && Object.keys(value).length > 0) collectFields(value, `${path}${name}.`, cells);
    else cells.set(path + name, toCell(value));
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function toCell(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "number" || typeof value === "string") return value;
  if (Array.isArray(value) && value.every(isPrimitive))
    return value.map((item) => String(item ?? "")).join(", ");
  return JSON.stringify(value) ?? null;
}

function isPrimitive(value: unknown): boolean {
  return value === null || typeof value !== "object";
}
