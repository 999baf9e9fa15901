import type { Bytes, ExportTable } from "./export-table";
import { gifOf } from "./gif";
import { pdfOf } from "./pdf";
import { csvOf, jsonOf } from "./plain-text";
import { pngOf } from "./png";
import { xlsxOf } from "./xlsx";

interface FileFormat {
  readonly extension: string;
  /** Absent for films, which the emulator cannot make: such exports fail. */
  readonly write?: (table: ExportTable) => Bytes | Promise<Bytes>;
}

const FORMATS: Readonly<Record<string, FileFormat>> = {
  "image/png": { extension: "png", write: pngOf },
  "application/pdf": { extension: "pdf", write: pdfOf },
  "text/csv": { extension: "csv", write: csvOf },
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": { extension: "xlsx", write: xlsxOf },
  "application/json": { extension: "json", write: jsonOf },
  "image/gif": { extension: "gif", write: gifOf },
  "video/webm": { extension: "webm" },
  "video/mp4": { extension: "mp4" },
};

/** All formats that servers accept (upstream-facts, Exports). */
export const EXPORT_FORMATS: readonly string[] = Object.keys(FORMATS);

/** Whether the emulator can make a file of this format; it cannot make films. */
export function canWrite(format: string): boolean {
  return FORMATS[format]?.write !== undefined;
}

/** File name ending of a format, without the dot. */
export function extensionOf(format: string): string {
  return FORMATS[format]?.extension ?? "bin";
}

/** The bytes of a file. Throws a RangeError for a format that cannot be written. */
export async function writeExportFile(format: string, table: ExportTable): Promise<Bytes> {
  const write = FORMATS[format]?.write;
  if (!write) throw new RangeError(`no files of ${format}`);
  return write(table);
}
