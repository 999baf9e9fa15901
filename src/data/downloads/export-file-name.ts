import type { ExportedAsset } from "@/contract/exports";
import { sanitizeFileName } from "@/lib/file/file-name";

/** How names of a format end; the first is the usual one. */
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

/** Endings that a name may have where the format is not known: none that a system would run or show as a page. */
const SAFE_EXTENSIONS: ReadonlySet<string> = new Set([
  ...[...EXTENSIONS.values()].flat(),
  "tsv",
  "xml",
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
 * The name under which the file of an export is saved: the record's own, fit for every system, and with an ending that
 * belongs to its format, so that nothing that is called a picture is run as a program.
 */
export function exportFileName({ id, filename, export_format: format }: ExportedAsset): string {
  const name = filename?.trim() || `export-${id}`;
  const [, stem = name, extension = ""] = /^(.*)\.([^.]*)$/s.exec(name) ?? [];
  const lowerExtension = extension.toLowerCase();
  const knownExtensions = EXTENSIONS.get(format.split(";")[0]?.trim().toLowerCase() ?? "");
  if (knownExtensions === undefined)
    return SAFE_EXTENSIONS.has(lowerExtension)
      ? sanitizeFileName(stem, lowerExtension)
      : sanitizeFileName(name, "bin");
  return knownExtensions.includes(lowerExtension)
    ? sanitizeFileName(stem, lowerExtension)
    : sanitizeFileName(name, knownExtensions[0]);
}
