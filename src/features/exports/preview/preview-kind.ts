import type { FileKind } from "@/lib/file/file-kind";

/** Kind of preview. `named` shows only type and size. */
export type PreviewKind = "image" | "pdf" | "table" | "json" | "text" | "named";

/** Media types of images that every browser displays, and that can't execute code. */
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
  binary: "binary data",
};

/** Kinds of content that match a media type. For example, an Excel workbook is a ZIP archive. */
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

const UNINFORMATIVE_TYPES: ReadonlySet<string> = new Set([
  "",
  "application/octet-stream",
  "binary/octet-stream",
]);

/** Returns the media type in lowercase, without parameters. */
function normalizeMediaType(type: string): string {
  return type.split(";")[0]?.trim().toLowerCase() ?? "";
}

/**
 * Selects the preview by content. For text, the requested format distinguishes tables and JSON.
 * HTML, SVG, and XML are shown as text, so that they can't execute code.
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

/**
 * Returns a warning if the content or the served media type doesn't match the requested format.
 * Returns null if they match.
 * @param servedType media type in the response, in lowercase and without parameters
 */
export function formatMismatch(kind: FileKind, format: string, servedType: string): string | null {
  const requestedType = normalizeMediaType(format);
  const expected = EXPECTED_TYPES[requestedType];
  if (expected && !expected.includes(kind)) {
    const isMarkup = kind === "html" || kind === "svg";
    return `Expected ${requestedType}, but the file is ${KIND_LABELS[kind]}.${isMarkup ? " It is shown as text and never executed." : ""}`;
  }
  if (UNINFORMATIVE_TYPES.has(servedType) || servedType === requestedType) return null;
  return `The file is ${KIND_LABELS[kind]}, but the server labeled it ${servedType} instead of ${requestedType}.`;
}

/** Describes a file by its content, or by the requested format if that is more specific. */
export function formatFileLabel(kind: FileKind, format: string): string {
  const requestedType = normalizeMediaType(format);
  const isExpected = EXPECTED_TYPES[requestedType]?.includes(kind) ?? false;
  if (isExpected && requestedType.includes("spreadsheetml")) return "an Excel workbook";
  return KIND_LABELS[kind];
}
