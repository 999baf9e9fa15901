import type { ExportedAsset } from "@/api/exports";
import { sanitizeFileName } from "@/lib/file/file-name";

/** Extensions by media type. The first is the default. */
const EXTENSIONS: ReadonlyMap<string, readonly [string, ...string[]]> = new Map([
  ["image/png", ["png"]],
  ["application/pdf", ["pdf"]],
  ["text/csv", ["csv"]],
  ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", ["xlsx"]],
  ["application/json", ["json"]],
  ["video/webm", ["webm"]],
  ["video/mp4", ["mp4"]],
  ["image/gif", ["gif"]],
  ["image/jpeg", ["jpg", "jpeg"]],
  ["image/webp", ["webp"]],
  ["text/plain", ["txt", "log", "md"]],
  ["application/zip", ["zip"]],
]);

/**
 * Extensions allowed for unknown formats. Operating systems neither execute these files nor display them as web
 * pages.
 */
const SAFE_EXTENSIONS: ReadonlySet<string> = new Set([
  ...[...EXTENSIONS.values()].flat(),
  "tsv",
  "parquet",
  "avro",
  "jsonl",
  "ndjson",
  "gz",
  "xls",
  "ods",
  "docx",
  "pptx",
  "mov",
  "avif",
]);

/**
 * Returns a file name that is valid on every operating system. The extension matches the export's format, so that an
 * image can't be saved as a program.
 */
export function exportFileName({ id, filename, export_format: format }: ExportedAsset): string {
  const name = filename?.trim() || `export-${id}`;
  const [, stem = name, extension = ""] = /^(.*)\.([^.]*)$/s.exec(name) ?? [];
  const lowerExtension = extension.toLowerCase();
  const knownExtensions = EXTENSIONS.get(format.split(";")[0]?.trim().toLowerCase() ?? "");
  // Browsers run the scripts of XML files that are opened from the disk.
  if (knownExtensions === undefined && lowerExtension === "xml") return sanitizeFileName(name, "txt");
  if (knownExtensions === undefined)
    return SAFE_EXTENSIONS.has(lowerExtension)
      ? sanitizeFileName(stem, lowerExtension)
      : sanitizeFileName(name, "bin");
  return knownExtensions.includes(lowerExtension)
    ? sanitizeFileName(stem, lowerExtension)
    : sanitizeFileName(name, knownExtensions[0]);
}
