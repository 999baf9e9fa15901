import * as z from "zod/mini";
import { pendingInsightMessage } from "@/data/catalog/insight-links";
import { isMediaType } from "@/lib/file/export-formats";
import { formatCount } from "@/lib/text/numbers";
import { parseInstant } from "@/lib/time/dates";
import { fromLocalInput } from "@/lib/time/local-input";
import { formatShortId, parseShortId } from "@/lib/url/source-links";
import { parseContext } from "./context-text";
import {
  CUSTOM_FORMAT,
  EXPORT_FORM_FIELDS,
  type ExportFormField,
  type ExportFormOrigin,
  type ExportFormValues,
  showsContext,
} from "./export-form-values";

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

const optionalText = z.string();

export function createExportFormSchema(origin: ExportFormOrigin) {
  return z
    .object({
      source: optionalText,
      numbers: z.array(optionalText),
      context: optionalText,
      format: optionalText,
      otherFormat: optionalText,
      keep: optionalText,
      until: optionalText,
    })
    .check(
      z.superRefine((values, context) => {
        const issues = validateExportForm(values, origin, new Date());
        for (const field of EXPORT_FORM_FIELDS) {
          const message = issues[field];
          if (message) context.addIssue({ code: "custom", message, path: [field] });
        }
      }),
    );
}
