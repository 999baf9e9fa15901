/** The content of an exported table. The first column is text, and the others are numbers. */
export interface ExportTable {
  readonly title: string;
  /** ISO 8601 in UTC. */
  readonly generatedAt: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly label: string; readonly values: readonly number[] }[];
}

/** Bytes that a `Response` accepts. */
type Bytes = Uint8Array<ArrayBuffer>;

interface FileFormat {
  readonly extension: string;
  /** Undefined for videos, because the emulator has none and their exports fail. */
  readonly read?: (table: ExportTable) => Promise<Bytes>;
}

function encodeUtf8(text: string): Bytes {
  // Copied, because the encoder's result may use any kind of buffer.
  return new Uint8Array(new TextEncoder().encode(text));
}

/** Reads a sample, which is the same for every export. Data URLs work in the page and in Node. */
function sample(load: () => Promise<{ readonly default: string }>): () => Promise<Bytes> {
  return async () => {
    const { default: url } = await load();
    return Uint8Array.from(atob(url.slice(url.indexOf(",") + 1)), (character) => character.charCodeAt(0));
  };
}

function toCsvCell(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Creates comma-separated values with a header row (RFC 4180). */
async function createCsv(table: ExportTable): Promise<Bytes> {
  const rows = [table.columns, ...table.rows.map((row) => [row.label, ...row.values])];
  return encodeUtf8(rows.map((cells) => `${cells.map(toCsvCell).join(",")}\r\n`).join(""));
}

async function createJson({ title, generatedAt, columns, rows }: ExportTable): Promise<Bytes> {
  const results = rows.map(({ label, values }) =>
    Object.fromEntries(columns.map((column, index) => [column, index ? values[index - 1] : label])),
  );
  return encodeUtf8(JSON.stringify({ title, generated_at: generatedAt, results }, null, 2));
}

const FORMATS: Readonly<Record<string, FileFormat>> = {
  "image/png": { extension: "png", read: sample(() => import("./samples/sample.png?url&inline")) },
  "application/pdf": { extension: "pdf", read: sample(() => import("./samples/sample.pdf?url&inline")) },
  "text/csv": { extension: "csv", read: createCsv },
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": {
    extension: "xlsx",
    read: sample(() => import("./samples/sample.xlsx?url&inline")),
  },
  "application/json": { extension: "json", read: createJson },
  "image/gif": { extension: "gif", read: sample(() => import("./samples/sample.gif?url&inline")) },
  "video/webm": { extension: "webm" },
  "video/mp4": { extension: "mp4" },
};

/** All formats that servers accept (upstream-facts, Exports). */
export const EXPORT_FORMATS: readonly string[] = Object.keys(FORMATS);

/** Returns false for videos. */
export function canCreateFile(format: string): boolean {
  return FORMATS[format]?.read !== undefined;
}

/** Returns the file extension of a format, without the dot. */
export function getExtension(format: string): string {
  return FORMATS[format]?.extension ?? "bin";
}

/** Returns a file's bytes. Throws a RangeError for a format without files. */
export async function readExportFile(format: string, table: ExportTable): Promise<Bytes> {
  const read = FORMATS[format]?.read;
  if (!read) throw new RangeError(`Cannot create files of ${format}`);
  return read(table);
}
