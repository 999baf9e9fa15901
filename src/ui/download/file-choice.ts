import { csvChunks, csvChunksOfFields } from "@/lib/file/csv";
import type { FileChunk, FileColumn } from "@/lib/file/file-chunk";
import { sanitizeFileName } from "@/lib/file/file-name";
import { createRowMapper, jsonChunks } from "@/lib/file/json-file";

export interface FileChoice {
  /** `edit` is a format that users can edit and import. */
  readonly format: "csv" | "json" | "edit";
  readonly fields: "shown" | "all";
  /** Whether to add a byte order mark. Applies only to CSV. */
  readonly bom: boolean;
}

export interface FileSource<Row> {
  readonly columns: readonly FileColumn<Row>[];
  readonly getAllFields: (row: Row) => Readonly<Record<string, unknown>>;
  /** Name without an extension. `buildFile` sanitizes the name. */
  readonly fileName: string;
  readonly editable?:
    | { readonly fileName: string; readonly chunks: (rows: readonly Row[]) => Iterable<FileChunk> }
    | undefined;
}

export interface PendingFile {
  readonly name: string;
  /** MIME type, for example "text/csv;charset=utf-8". */
  readonly type: string;
  readonly chunks: Iterable<FileChunk>;
}

/** Builds the chosen file. Converts rows on demand, chunk by chunk. */
export function buildFile<Row>(
  rows: readonly Row[],
  { format, fields, bom }: FileChoice,
  { columns, getAllFields, fileName, editable }: FileSource<Row>,
): PendingFile {
  const jsonFile = (name: string, chunks: Iterable<FileChunk>) => ({
    name: sanitizeFileName(name, "json"),
    type: "application/json",
    chunks,
  });
  if (format === "edit" && editable) return jsonFile(editable.fileName, editable.chunks(rows));
  if (format !== "csv")
    return jsonFile(fileName, jsonChunks(rows, fields === "all" ? getAllFields : createRowMapper(columns)));
  return {
    name: sanitizeFileName(fileName, "csv"),
    type: "text/csv;charset=utf-8",
    chunks:
      fields === "all" ? csvChunksOfFields(rows, getAllFields, { bom }) : csvChunks(rows, columns, { bom }),
  };
}
