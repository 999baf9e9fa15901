import * as z from "zod/mini";
import { EXPORT_FORMATS, type ExportedAsset } from "@/api/exports";
import { pendingInsightMessage } from "@/data/catalog/read-insights";
import { isMediaType } from "@/lib/file/export-formats";
import { JsonSyntaxError, parseJsonOutline } from "@/lib/file/json-reader";
import { createLineFinder, linesAround, type SourceLine } from "@/lib/file/line-index";
import { formatCount } from "@/lib/text/numbers";
import { fromLocalInput } from "@/lib/time/calendar-days";
import { parseInstant } from "@/lib/time/dates";
import { formatShortId, parseShortId } from "@/lib/url/paths";

/** Limited because each source takes a request. */
const MAX_SOURCES = 100;
const MAX_ID = 2_147_483_647;

const SOURCE_URL = /^.*\/(?:dashboard|insights?)\/(\d+)\/?(?:[?#].*)?$/;

/**
 * Splits text into IDs. Extracts IDs from URLs of dashboards and insights. Converts a short ID, and an insight URL with
 * one, to a path such as `/insights/BaAJDdXA`.
 */
export function splitIds(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .map((part) => part.replace(/^#/, "").replace(SOURCE_URL, "$1"))
    .map((part) => {
      const shortId = parseShortId(part);
      return shortId === null ? part : formatShortId(shortId);
    })
    .filter(Boolean);
}

/** Returns an error message, or null for a valid ID. */
export function validateId(text: string): string | null {
  if (parseShortId(text) !== null) return pendingInsightMessage(text);
  if (!/^\d+$/.test(text)) return `“${text}” isn't an ID. Choose a suggestion, or enter an ID or URL.`;
  const number = Number(text);
  return number >= 1 && number <= MAX_ID
    ? null
    : `“${text}” is out of range. Enter an ID from 1 to ${formatCount(MAX_ID)}.`;
}

/** Returns error messages by field. Omits valid fields. */
export function validateExportForm(
  values: ExportFormValues,
  origin: ExportFormOrigin,
  now: Date,
): Partial<Record<ExportFormField, string>> {
  return {
    ...(values.source !== "context" && fieldIssue("numbers", validateIds(values))),
    ...(showsContext(values, origin) && fieldIssue("context", validateContext(values))),
    ...(values.format === CUSTOM_FORMAT && fieldIssue("otherFormat", validateFormat(values))),
    ...(values.keep === "until" && fieldIssue("until", validateExpiry(values, origin, now))),
  };
}

function fieldIssue(
  field: ExportFormField,
  message: string | null,
): Partial<Record<ExportFormField, string>> {
  return message === null ? {} : { [field]: message };
}

function validateIds({ source, numbers }: ExportFormValues): string | null {
  if (numbers.length === 0) return `Enter at least one ${source}.`;
  if (numbers.length > MAX_SOURCES)
    return `Enter at most ${MAX_SOURCES} ${source}s. You entered ${formatCount(numbers.length)}.`;
  const invalidId = numbers.find((number) => validateId(number) !== null);
  return invalidId === undefined ? null : validateId(invalidId);
}

function validateContext({ context }: ExportFormValues): string | null {
  const reading = parseContext(context);
  if (reading.ok) return null;
  const { line, column, message } = reading.issue;
  return `Line ${line}, column ${column}: ${message}`;
}

function validateFormat({ otherFormat }: ExportFormValues): string | null {
  const format = otherFormat.trim();
  if (format === "") return "Enter a media type like image/webp.";
  return isMediaType(format) ? null : `“${format}” isn't a media type. Enter one like image/webp.`;
}

function validateExpiry({ until }: ExportFormValues, { zone }: ExportFormOrigin, now: Date): string | null {
  const reading = fromLocalInput(until, zone);
  if (!reading.ok) return reading.message;
  const end = parseInstant(reading.iso);
  return end !== null && end.getTime() > now.getTime() ? null : "Enter a time in the future.";
}

export function createExportFormSchema(origin: ExportFormOrigin) {
  return z.custom<ExportFormValues>().check(
    z.superRefine((values, context) => {
      const issues = validateExportForm(values, origin, new Date());
      for (const field of EXPORT_FORM_FIELDS) {
        const message = issues[field];
        if (message) context.addIssue({ code: "custom", message, path: [field] });
      }
    }),
  );
}

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

export interface ContextIssue {
  readonly message: string;
  /** Offset in UTF-16 code units. */
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  readonly lines: readonly SourceLine[];
}

type ParsedContext =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly issue: ContextIssue };

/** Parses a context. Returns syntax errors in the result instead of throwing them. */
export function parseContext(text: string): ParsedContext {
  try {
    return { ok: true, value: parseObject(text) };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { ok: false, issue: locateIssue(text, error) };
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  if (text.trim() === "") throw new JsonSyntaxError("Enter the definition as JSON: {…}.", 0);
  const node = parseJsonOutline(text);
  if (node.kind !== "outline")
    throw new JsonSyntaxError("The definition must be a JSON object: {…}.", node.at);
  if (node.members.length === 0) throw new JsonSyntaxError("The definition can't be empty.", node.at);
  const seenKeys = new Set<string>();
  for (const { key, at } of node.members) {
    if (seenKeys.has(key)) throw new JsonSyntaxError(`“${key}” is listed twice. Remove one.`, at);
    seenKeys.add(key);
  }
  const value: unknown = JSON.parse(text);
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function locateIssue(text: string, { message, offset }: JsonSyntaxError): ContextIssue {
  const clampedOffset = Math.min(offset, text.length);
  const { line, column } = createLineFinder(text)(clampedOffset);
  return {
    message,
    offset: clampedOffset,
    line,
    column,
    lines: linesAround(text, clampedOffset, line, EXCERPT_LINES),
  };
}

const EXCERPT_LINES = 2;

/** Formats a context for editing. Returns an empty string if there is none. */
export function formatContext(context: unknown): string {
  return context === null || context === undefined ? "" : (JSON.stringify(context, null, 2) ?? "");
}

/** Example contexts (upstream-facts, Exports). */
export const CONTEXT_EXAMPLES = [
  {
    id: "query",
    label: "Query results",
    text: formatContext({
      source: { kind: "HogQLQuery", query: "select event, count() from events group by event limit 100" },
      filename: "events by name",
    }),
  },
  {
    id: "path",
    label: "API path",
    text: formatContext({ path: "/api/projects/@current/persons/", method: "GET", filename: "persons" }),
  },
  {
    id: "recording",
    label: "Session recording",
    text: formatContext({ session_recording_id: "", timestamp: 0, duration: 30 }),
  },
] as const;
