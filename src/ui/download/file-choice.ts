import { csvChunks, csvChunksOfFields } from "@/lib/file/csv";
import type { FileChunk, FileColumn } from "@/lib/file/file-chunk";
import { sanitizeFileName } from "@/lib/file/file-name";
import { createRowMapper, jsonChunks } from "@/lib/file/json-file";

/** What a person chose to download. */
export interface FileChoice {
  readonly rows: "all" | "shown" | "selected";
  /** `edit`: a form of its own, which can be given back. */
  readonly format: "csv" | "json" | "edit";
  readonly fields: "shown" | "all";
  /** For CSV: a byte order mark. */
  readonly bom: boolean;
}

/** How rows become cells and objects. */
export interface FileSource<Row> {
  readonly columns: readonly FileColumn<Row>[];
  readonly getAllFields: (row: Row) => Readonly<Record<string, unknown>>;
  /** Without extension. */
  readonly fileName: string;
  readonly editable?: EditableFile<Row> | undefined;
}

/** A form of the rows that a person edits and gives back. */
export interface EditableFile<Row> {
  /** For example "JSON for editing". */
  readonly label: string;
  /** Without extension; it is cleaned here. */
  readonly fileName: string;
  readonly chunks: (rows: readonly Row[]) => Iterable<FileChunk>;
}

/** A file that is not written yet. */
export interface PendingFile {
  readonly name: string;
  readonly type: string;
  readonly chunks: Iterable<FileChunk>;
}

const JSON_MIME_TYPE = "application/json";
const MIME_TYPES = { csv: "text/csv;charset=utf-8", json: JSON_MIME_TYPE } as const;

/** The file that was chosen; its rows are written while its chunks are taken. */
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
