import * as z from "zod/mini";
import { fail } from "./errors";

// Fields of request bodies as Django REST framework reads them: it converts JSON types, trims text, and ignores unknown
// keys. The messages are the framework's.

const INT32_MAX = 2_147_483_647;
const INT32_MIN = -2_147_483_648;
const DATE_PATTERN =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,6}))?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/;
const DATE_ERROR =
  "Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].";
const TRUE: readonly unknown[] = ["true", "t", "yes", "y", "on", "1"];
const FALSE: readonly unknown[] = ["false", "f", "no", "n", "off", "0"];

/** Formats an instant in UTC, as servers do. Omits fractional seconds if they are zero. */
export function formatWireDate(instant: Date): string {
  const text = instant.toISOString();
  return text.endsWith(".000Z") ? `${text.slice(0, -5)}Z` : text;
}

/** Parses a date-time as servers do, in UTC without an offset. Returns undefined for invalid text and times. */
function parseWireDate(text: string): Date | undefined {
  const match = DATE_PATTERN.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hours = "00", minutes = "00", seconds = "00", fraction = "0", zone = "Z"] =
    match;
  const local = `${year}-${month}-${day}T${hours}:${minutes}:${seconds}`;
  const instant = new Date(`${local}.${fraction.padEnd(3, "0").slice(0, 3)}Z`);
  // JavaScript engines convert February 30 to a day in March, and 24:00 to the next day.
  if (Number.isNaN(instant.getTime()) || !instant.toISOString().startsWith(local)) return undefined;
  const [, sign, offsetHours, offsetMinutes] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  const offset = Number(`${sign ?? ""}${Number(offsetHours ?? 0) * 60 + Number(offsetMinutes ?? 0)}`);
  return new Date(instant.getTime() - offset * 60_000);
}

/** Returns a UUID in lower case with hyphens. Returns undefined for other text. */
export function normalizeUuid(text: string): string | undefined {
  const digits = text.toLowerCase().replace(/^urn:uuid:|[{}-]/g, "");
  if (!/^[0-9a-f]{32}$/.test(digits)) return undefined;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Returns the Python name of a JSON type. Servers use it in messages. */
function getPythonTypeName(value: unknown): string {
  if (Array.isArray(value)) return "list";
  if (typeof value === "string") return "str";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  return "dict";
}

type Detail = string | ((issue: { readonly input?: unknown }) => string);

/** A rule for a field's value, with the server's error. */
function rule<Value>(code: string, detail: Detail, isValid: (value: Value) => boolean) {
  return z.refine<Value>(isValid, { error: detail, params: { code } });
}

/** Converts a value before the schema checks it. */
function convert<Schema extends z.ZodMiniType>(toValue: (value: unknown) => unknown, schema: Schema) {
  return z.pipe(z.transform(toValue), schema);
}

function toInteger(value: unknown): unknown {
  return typeof value === "string" && /^\s*-?\d+(\.0*)?\s*$/.test(value) ? Number(value) : value;
}

function toBoolean(value: unknown): unknown {
  const text = String(value).toLowerCase();
  if (TRUE.includes(text)) return true;
  return FALSE.includes(text) ? false : value;
}

/** Field types. Their values are required and can't be null, unless `optional` or `nullable` wraps them. */
export const field = {
  text: ({ isBlankAllowed = false, maxLength = Number.POSITIVE_INFINITY } = {}) =>
    convert(
      (value) => (typeof value === "number" ? String(value) : value),
      z.string("Not a valid string.").check(
        z.trim(),
        rule("blank", "This field may not be blank.", (text: string) => isBlankAllowed || text !== ""),
        rule(
          "max_length",
          `Ensure this field has no more than ${maxLength} characters.`,
          (text: string) => [...text].length <= maxLength,
        ),
        rule(
          "null_characters_not_allowed",
          "Null characters are not allowed.",
          (text: string) => !text.includes("\0"),
        ),
      ),
    ),
  integer: (min = INT32_MIN) =>
    convert(
      toInteger,
      z.int("A valid integer is required.").check(
        rule(
          "min_value",
          `Ensure this value is greater than or equal to ${min}.`,
          (value: number) => value >= min,
        ),
        rule(
          "max_value",
          `Ensure this value is less than or equal to ${INT32_MAX}.`,
          (value: number) => value <= INT32_MAX,
        ),
      ),
    ),
  boolean: () => convert(toBoolean, z.boolean("Must be a valid boolean.")),
  choice: <const Choices extends readonly (string | number)[]>(choices: Choices) =>
    convert(
      (value) => choices.find((choice) => String(choice) === String(value)) ?? value,
      z.literal(choices),
    ),
  /** A date-time, in UTC, such as `2026-11-21T09:00:00Z`. */
  date: () =>
    convert((value) => {
      const instant = typeof value === "string" ? parseWireDate(value) : undefined;
      return instant ? formatWireDate(instant) : value === null || value === undefined ? value : Number.NaN;
    }, z.string(DATE_ERROR)),
  uuid: () =>
    convert(
      (value) => (typeof value === "string" ? (normalizeUuid(value) ?? Number.NaN) : value),
      z.string("Must be a valid UUID."),
    ),
  /** The ID of another record. */
  pk: (exists: (id: number) => boolean) =>
    convert(
      toInteger,
      z
        .custom<number>((value) => Number.isInteger(value), {
          error: ({ input }) => `Incorrect type. Expected pk value, received ${getPythonTypeName(input)}.`,
          params: { code: "incorrect_type" },
        })
        .check(
          rule(
            "does_not_exist",
            ({ input }) => `Invalid pk "${String(input)}" - object does not exist.`,
            exists,
          ),
        ),
    ),
};

/**
 * Reads a request body. Ignores unknown keys.
 * @throws Response 400 for the first invalid field, in the order of the schema
 */
export function parseBody<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  const result = z.safeParse(schema, body, { reportInput: true });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (!issue) return fail.serverError();
  const attr = issue.path.join("__");
  if (issue.input === undefined) return fail.required(attr);
  if (issue.input === null) return fail.null(attr);
  if (issue.code === "invalid_value") return fail.invalidChoice(attr, issue.input);
  if (issue.code === "invalid_type" && issue.expected === "array")
    return fail.invalid(
      "not_a_list",
      `Expected a list of items but got type "${getPythonTypeName(issue.input)}".`,
      attr,
    );
  const code: unknown = issue.code === "custom" ? issue.params?.["code"] : undefined;
  return fail.invalid(typeof code === "string" ? code : "invalid_input", issue.message, attr);
}
