export interface FormatNames {
  readonly label: string;
  /** Short name, like a file extension: "csv". */
  readonly short: string;
}

const FORMAT_NAMES: ReadonlyMap<string, FormatNames> = new Map([
  ["image/png", { label: "PNG image", short: "png" }],
  ["application/pdf", { label: "PDF document", short: "pdf" }],
  ["text/csv", { label: "CSV table", short: "csv" }],
  [
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    { label: "Excel workbook", short: "xlsx" },
  ],
  ["application/json", { label: "JSON", short: "json" }],
  ["video/webm", { label: "WebM video", short: "webm" }],
  ["video/mp4", { label: "MP4 video", short: "mp4" }],
  ["image/gif", { label: "GIF animation", short: "gif" }],
]);

/** Formats of session recordings (upstream-facts, Exports). */
const VIDEO_TYPES: ReadonlySet<string> = new Set(["video/webm", "video/mp4", "image/gif"]);

/** Returns the names of a format. The label of an unknown format is the format itself. */
export function getFormatNames(format: string): FormatNames {
  const knownNames = FORMAT_NAMES.get(format.trim().toLowerCase());
  return knownNames ?? { label: format || "No format", short: format.split("/").at(-1) ?? format };
}

export function listFormatOptions(): readonly { readonly value: string; readonly label: string }[] {
  return [...FORMAT_NAMES].map(([value, { label, short }]) => ({
    value,
    label: VIDEO_TYPES.has(value) ? `${label} (session recordings only)` : `${label} (.${short})`,
  }));
}

export function isMediaType(text: string): boolean {
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;.*)?$/.test(text);
}
