import { EXPORT_FORMATS, type ExportedAsset } from "@/api/exports";
import { formatContext } from "./context-text";

/** Values as entered. `until` is the value of a `datetime-local` input in the user's time zone. */
export interface ExportFormValues {
  source: string;
  numbers: string[];
  context: string;
  format: string;
  otherFormat: string;
  keep: string;
  until: string;
}

/** Fields in visual order. */
export const EXPORT_FORM_FIELDS = [
  "source",
  "numbers",
  "context",
  "format",
  "otherFormat",
  "keep",
  "until",
] as const satisfies readonly (keyof ExportFormValues)[];

export type ExportFormField = (typeof EXPORT_FORM_FIELDS)[number];

/** Option for a custom format. Never equals a server's format, because it isn't a media type. */
export const CUSTOM_FORMAT = "other";

export interface ExportFormOrigin {
  /** IANA time zone of the expiration time. */
  readonly zone: string;
  readonly values: ExportFormValues;
  /** The repeated export's insight, if that export also has a dashboard. */
  readonly secondarySource: number | null;
}

const EMPTY_VALUES: ExportFormValues = {
  source: "dashboard",
  numbers: [],
  context: "",
  format: EXPORT_FORMATS[0],
  otherFormat: "",
  keep: "usual",
  until: "",
};

/** Reads initial values from the URL, such as `?dashboard=12&dashboard=13&format=text/csv`. */
export function createNewExportOrigin(zone: string, search: URLSearchParams): ExportFormOrigin {
  const source = (["dashboard", "insight"] as const).find((name) => parseIds(search, name).length > 0);
  const format = search.get("format")?.trim() ?? "";
  return {
    zone,
    secondarySource: null,
    values: {
      ...EMPTY_VALUES,
      ...(source && { source, numbers: parseIds(search, source) }),
      ...(format !== "" && formatValues(format)),
    },
  };
}

export function createRepeatExportOrigin(record: ExportedAsset, zone: string): ExportFormOrigin {
  const { dashboard, insight } = record;
  const source = dashboard !== null ? "dashboard" : insight !== null ? "insight" : "context";
  const number = dashboard ?? insight;
  return {
    zone,
    secondarySource: dashboard === null ? null : insight,
    values: {
      ...EMPTY_VALUES,
      source,
      numbers: number === null ? [] : [String(number)],
      context: formatContext(record.export_context),
      ...formatValues(record.export_format),
    },
  };
}

function parseIds(search: URLSearchParams, name: string): string[] {
  const typed = search.getAll(name).flatMap((text) => text.split(","));
  return [...new Set(typed.map((text) => text.trim()).filter((text) => /^\d+$/.test(text)))];
}

function formatValues(format: string): Pick<ExportFormValues, "format" | "otherFormat"> {
  return EXPORT_FORMATS.some((known) => known === format)
    ? { format, otherFormat: "" }
    : { format: CUSTOM_FORMAT, otherFormat: format };
}

/**
 * Whether the form shows the context field: when the context is the source, or when the repeated export has a context
 * and its source is unchanged.
 */
export function showsContext(
  { source }: Pick<ExportFormValues, "source">,
  origin: ExportFormOrigin,
): boolean {
  return source === "context" || (origin.values.context !== "" && origin.values.source === source);
}

/**
 * Returns the visible form field for an API field, or null.
 * @param wireName name of the API field
 */
export function exportFormFieldFor(
  wireName: string,
  values: ExportFormValues,
  origin: ExportFormOrigin,
): ExportFormField | null {
  switch (wireName) {
    case "dashboard":
    case "insight":
      return wireName === values.source ? "numbers" : null;
    case "export_format":
      return values.format === CUSTOM_FORMAT ? "otherFormat" : "format";
    case "export_context":
      return showsContext(values, origin) ? "context" : null;
    case "expires_after":
      return values.keep === "until" ? "until" : null;
    default:
      return null;
  }
}
