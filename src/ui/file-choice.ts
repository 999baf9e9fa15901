import { csvChunks, csvChunksOfFields } from "@/lib/csv";
import type { FileChunk, FileColumn } from "@/lib/file-chunk";
import { cleanFileName } from "@/lib/file-name";
import { jsonChunks, rowObjects } from "@/lib/json-file";

/** What a person chose to download. */
export interface FileChoice {
  readonly rows: "shown" | "selected";
  readonly format: "csv" | "json";
  readonly fields: "shown" | "all";
  /** For CSV: a byte order mark. */
  readonly bom: boolean;
}

/** How rows become cells and objects. */
export interface FileSource<Row> {
  readonly columns: readonly FileColumn<Row>[];
  readonly allFields: (row: Row) => Readonly<Record<string, unknown>>;
  /** Without extension. */
  readonly fileName: string;
}

/** A file that is not written yet. */
export interface UnwrittenFile {
  readonly name: string;
  readonly type: string;
  readonly chunks: Iterable<FileChunk>;
}

const TYPES = { csv: "text/csv;charset=utf-8", json: "application/json" } as const;

/** The file that was chosen; its rows are written while its chunks are taken. */
export function chosenFile<Row>(
  rows: readonly Row[],
  choice: Omit<FileChoice, "rows">,
  { columns, allFields, fileName }: FileSource<Row>,
): UnwrittenFile {
  const { format, fields, bom } = choice;
  const name = cleanFileName(fileName, format);
  const type = TYPES[format];
  if (format === "json") {
    return { name, type, chunks: jsonChunks(rows, fields === "all" ? allFields : rowObjects(columns)) };
  }
  const chunks =
    fields === "all" ? csvChunksOfFields(rows, allFields, { bom }) : csvChunks(rows, columns, { bom });
  return { name, type, chunks };
}
