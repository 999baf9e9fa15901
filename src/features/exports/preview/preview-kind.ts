import type { FileKind } from "@/lib/file/file-kind";

/** How a file is shown: as one of these, or only by its name and size. */
export type PreviewKind = "image" | "pdf" | "table" | "json" | "text" | "named";

/** The media type of a picture that every browser draws and that can do nothing else. */
export const IMAGE_TYPES: Partial<Readonly<Record<FileKind, string>>> = {
  png: "image/png",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
};

const KIND_LABELS: Readonly<Record<FileKind, string>> = {
  png: "a PNG image",
  jpeg: "a JPEG image",
  gif: "a GIF image",
  webp: "a WebP image",
  pdf: "a PDF",
  webm: "a WebM video",
  mp4: "an MP4 video",
  zip: "a ZIP archive",
  gzip: "a gzip archive",
  html: "an HTML page",
  svg: "an SVG image",
  xml: "XML text",
  text: "plain text",
  binary: "a file of an unknown type",
};

/** What a media type that is known must be by its bytes; an Excel workbook is a packed file. */
const EXPECTED_TYPES: Readonly<Record<string, readonly FileKind[]>> = {
  "image/png": ["png"],
  "image/jpeg": ["jpeg"],
  "image/gif": ["gif"],
  "image/webp": ["webp"],
  "application/pdf": ["pdf"],
  "text/csv": ["text"],
  "application/json": ["text"],
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ["zip"],
  "application/zip": ["zip"],
  "video/webm": ["webm"],
  "video/mp4": ["mp4"],
};

/** Media types that say nothing about what a file is. */
const UNINFORMATIVE_TYPES: ReadonlySet<string> = new Set([
  "",
  "application/octet-stream",
  "binary/octet-stream",
]);

/** Media type without parameters, lower case. */
function normalizeMediaType(type: string): string {
  return type.split(";")[0]?.trim().toLowerCase() ?? "";
}

/**
 * How to show a file, by what its bytes are. What it was asked for as only tells apart the kinds of text. Pages and
 * drawings that could run something are shown as text.
 */
export function previewKindOf(kind: FileKind, format: string): PreviewKind {
  if (kind in IMAGE_TYPES) return "image";
  if (kind === "pdf") return "pdf";
  if (kind === "html" || kind === "svg" || kind === "xml") return "text";
  if (kind !== "text") return "named";
  const type = normalizeMediaType(format);
  if (type === "text/csv" || type === "text/tab-separated-values") return "table";
  return /[/+]json$/.test(type) ? "json" : "text";
}

/** What a person should know where bytes, format and served media type do not fit together: a sentence, or null. */
export function formatMismatch(kind: FileKind, format: string, servedType: string): string | null {
  const requestedType = normalizeMediaType(format);
  const expected = EXPECTED_TYPES[requestedType];
  if (expected && !expected.includes(kind)) {
    const isMarkup = kind === "html" || kind === "svg";
    return `Expected ${requestedType}, but the file is ${KIND_LABELS[kind]}.${isMarkup ? " It is shown as text and never executed." : ""}`;
  }
  if (UNINFORMATIVE_TYPES.has(servedType) || servedType === requestedType) return null;
  return `Served as ${servedType} instead of ${requestedType}. The file is ${KIND_LABELS[kind]}.`;
}

/** What a file is in words, for one that is not shown: by its format where that fits its bytes. */
export function formatFileLabel(kind: FileKind, format: string): string {
  const requestedType = normalizeMediaType(format);
  const isExpected = EXPECTED_TYPES[requestedType]?.includes(kind) ?? false;
  if (isExpected && requestedType.includes("spreadsheetml")) return "an Excel workbook";
  return KIND_LABELS[kind];
}
