import type { Bytes, ExportTable } from "./export-table";
import { createGif } from "./gif";
import { createPdf } from "./pdf";
import { createCsv, createJson } from "./plain-text";
import { createPng } from "./png";
import { createXlsx } from "./xlsx";

interface FileFormat {
  readonly extension: string;
  /** Undefined for videos, because the emulator can't create them and their exports fail. */
  readonly write?: (table: ExportTable) => Bytes | Promise<Bytes>;
}

const FORMATS: Readonly<Record<string, FileFormat>> = {
  "image/png": { extension: "png", write: createPng },
  "application/pdf": { extension: "pdf", write: createPdf },
  "text/csv": { extension: "csv", write: createCsv },
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": {
    extension: "xlsx",
    write: createXlsx,
  },
  "application/json": { extension: "json", write: createJson },
  "image/gif": { extension: "gif", write: createGif },
  "video/webm": { extension: "webm" },
  "video/mp4": { extension: "mp4" },
};

/** All formats that servers accept (upstream-facts, Exports). */
export const EXPORT_FORMATS: readonly string[] = Object.keys(FORMATS);

/** Returns false for videos. */
export function canCreateFile(format: string): boolean {
  return FORMATS[format]?.write !== undefined;
}

/** Returns the file extension of a format, without the dot. */
export function getExtension(format: string): string {
  return FORMATS[format]?.extension ?? "bin";
}

/** Creates a file's bytes. Throws a RangeError for a format that can't be created. */
export async function createExportFile(format: string, table: ExportTable): Promise<Bytes> {
  const write = FORMATS[format]?.write;
  if (!write) throw new RangeError(`Cannot create files of ${format}`);
  return write(table);
}
