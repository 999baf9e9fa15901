/** How a person calls a format, and what it is called in a search. */
export interface FormatNames {
  readonly label: string;
  /** As in a file's name: "csv". */
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

/** Formats that are made of session recordings only (upstream-facts, Exports). */
const VIDEO_TYPES: ReadonlySet<string> = new Set(["video/webm", "video/mp4", "image/gif"]);

/** The names of a format; one this version does not know stays as it is on the wire. */
export function getFormatNames(format: string): FormatNames {
  const knownNames = FORMAT_NAMES.get(format.trim().toLowerCase());
  return knownNames ?? { label: format || "No format", short: format.split("/").at(-1) ?? format };
}

/** The formats that are offered, with plain names. */
export function listFormatOptions(): readonly { readonly value: string; readonly label: string }[] {
  return [...FORMAT_NAMES].map(([value, { label, short }]) => ({
    value,
    label: VIDEO_TYPES.has(value) ? `${label} (session recordings only)` : `${label} (.${short})`,
  }));
}

/** Whether the text is a media type, such as `image/webp`. */
export function isMediaType(text: string): boolean {
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;.*)?$/.test(text);
}
