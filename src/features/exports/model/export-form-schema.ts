import * as z from "zod/mini";
import { formatCount } from "@/lib/text/numbers";
import { parseInstant } from "@/lib/time/dates";
import { fromLocalInput } from "@/lib/time/local-input";
import { readContext } from "./context-text";
import {
  type ExportFormValues,
  FORM_FIELDS,
  type FormField,
  type FormOrigin,
  OTHER_FORMAT,
  showsContext,
} from "./export-form-values";
import { isMediaType } from "./export-formats";

/** Each source is a request, two of them at once; more are hardly meant. */
const MOST_SOURCES = 100;
const MOST_NUMBER = 2_147_483_647;

/** Cuts typed or pasted text into numbers; of the address of a dashboard its number is left. */
export function splitNumbers(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .map((part) => part.replace(/^#/, "").replace(/^.*\/(?:dashboard|insights?)\/(\d+)\/?(?:[?#].*)?$/, "$1"))
    .filter(Boolean);
}

/** What is wrong with one number, as a sentence; null when nothing is. */
export function numberMistake(text: string): string | null {
  if (!/^\d+$/.test(text)) return `“${text}” is not a number.`;
  const number = Number(text);
  return number >= 1 && number <= MOST_NUMBER ? null : `“${text}” cannot be the number of anything.`;
}

/** What is wrong with what was typed, by field. */
export function findMistakes(
  values: ExportFormValues,
  origin: FormOrigin,
  now: Date,
): Partial<Record<FormField, string>> {
  return {
    ...(values.source !== "context" && withMessage("numbers", numbersMistake(values))),
    ...(showsContext(values, origin) && withMessage("context", contextMistake(values))),
    ...(values.format === OTHER_FORMAT && withMessage("otherFormat", formatMistake(values))),
    ...(values.keep === "until" && withMessage("until", untilMistake(values, origin, now))),
  };
}

function withMessage(field: FormField, message: string | null): Partial<Record<FormField, string>> {
  return message === null ? {} : { [field]: message };
}

function numbersMistake({ source, numbers }: ExportFormValues): string | null {
  if (numbers.length === 0)
    return `Enter the number of ${source === "insight" ? "an insight" : "a dashboard"}, or several.`;
  if (numbers.length > MOST_SOURCES)
    return `At most ${MOST_SOURCES} at once; these are ${formatCount(numbers.length)}.`;
  const wrong = numbers.find((number) => numberMistake(number) !== null);
  return wrong === undefined ? null : numberMistake(wrong);
}

function contextMistake({ context }: ExportFormValues): string | null {
  const reading = readContext(context);
  if (reading.ok) return null;
  const { line, column, message } = reading.mistake;
  return `Line ${line}, column ${column}: ${message}`;
}

function formatMistake({ otherFormat }: ExportFormValues): string | null {
  const format = otherFormat.trim();
  if (format === "") return "Enter the format as a media type, such as image/webp.";
  return isMediaType(format) ? null : `“${format}” is no media type. It looks like image/webp.`;
}

function untilMistake({ until }: ExportFormValues, { zone }: FormOrigin, now: Date): string | null {
  const reading = fromLocalInput(until, zone);
  if (!reading.ok) return reading.message;
  const end = parseInstant(reading.iso);
  return end !== null && end.getTime() > now.getTime() ? null : "This is over already. Choose a later time.";
}

const text = z.string();

/** Schema of the form. */
export function exportFormSchema(origin: FormOrigin) {
  return z
    .object({
      source: text,
      numbers: z.array(text),
      context: text,
      format: text,
      otherFormat: text,
      keep: text,
      until: text,
    })
    .check(
      z.superRefine((values, context) => {
        const mistakes = findMistakes(values, origin, new Date());
        for (const field of FORM_FIELDS) {
          const message = mistakes[field];
          if (message) context.addIssue({ code: "custom", message, path: [field] });
        }
      }),
    );
}
