import { csvChunks, csvChunksOfFields } from "@/lib/file/csv";
import type { FileChunk, FileColumn } from "@/lib/file/file-chunk";
import { sanitizeFileName } from "@/lib/file/file-name";
import { createRowMapper, jsonChunks } from "@/lib/file/json-file";

export interface FileChoice {
  readonly rows: "all" | "shown" | "selected";
  /** `edit` is a format that users can edit and import. */
  readonly format: "csv" | "json" | "edit";
  readonly fields: "shown" | "all";
  /** Whether to add a byte order mark. Applies only to CSV. */
  readonly bom: boolean;
}

export interface FileSource<Row> {
  readonly columns: readonly FileColumn<Row>[];
  readonly getAllFields: (row: Row) => Readonly<Record<string, unknown>>;
  readonly fileName: string;
  readonly editable?: EditableFile<Row> | undefined;
}

export interface EditableFile<Row> {
  readonly label: string;
  /** Name without an extension. `buildFile` sanitizes the name. */
  readonly fileName: string;
  readonly chunks: (rows: readonly Row[]) => Iterable<FileChunk>;
}

export interface PendingFile {
  readonly name: string;
  readonly type: string;
  readonly chunks: Iterable<FileChunk>;
}

const JSON_MIME_TYPE = "application/json";
const MIME_TYPES = { csv: "text/csv;charset=utf-8", json: JSON_MIME_TYPE } as const;

/** Builds the chosen file. Converts rows on demand, chunk by chunk. */
export function buildFile<Row>(
  rows: readonly Row[],
  choice: Omit<FileChoice, "rows">,
  { columns, getAllFields, fileName, editable }: FileSource<Row>,
): PendingFile {
  const { fields, bom } = choice;
  if (choice.format === "edit" && editable) {
    return {
      name: sanitizeFileName(editable.fileName, "json"),
      type: JSON_MIME_TYPE,
      chunks: editable.chunks(rows),
    };
  }
  const format = choice.format === "csv" ? "csv" : "json";
  const name = sanitizeFileName(fileName, format);
  const type = MIME_TYPES[format];
  if (format === "json") {
    return {
      name,
      type,
      chunks: jsonChunks(rows, fields === "all" ? getAllFields : createRowMapper(columns)),
    };
  }
  const chunks =
    fields === "all" ? csvChunksOfFields(rows, getAllFields, { bom }) : csvChunks(rows, columns, { bom });
  return { name, type, chunks };
}
