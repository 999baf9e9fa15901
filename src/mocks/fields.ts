import * as z from "zod/mini";
import type { ProjectContext } from "./context";
import { fail } from "./errors";

// Fields of request bodies as Django REST framework reads them: it converts JSON types, trims text, and ignores unknown
// keys. The messages are the framework's.

const DATE_PATTERN =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,6}))?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/;
const DATE_ERROR =
  "Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].";
const BOOLEANS = { true: ["true", "t", "yes", "y", "on", "1"], false: ["false", "f", "no", "n", "off", "0"] };

/** Formats an instant in UTC, as servers do. Omits fractional seconds if they are zero. */
export const formatWireDate = (instant: Date | number) =>
  new Date(instant).toISOString().replace(".000Z", "Z");

/** Converts a date-time as servers do, in UTC without an offset. Returns undefined for invalid text and times. */
function normalizeDate(text: string): string | undefined {
  const match = DATE_PATTERN.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hours = "00", minutes = "00", seconds = "00", fraction = "0"] = match;
  const [, sign = "+", offsetHours = "00", offsetMinutes = "00"] =
    /([+-])(\d\d):?(\d\d)?$/.exec(match[8] ?? "") ?? [];
  const local = `${year}-${month}-${day}T${hours}:${minutes}:${seconds}`;
  // JavaScript engines convert February 30 to a day in March, and 24:00 to the next day.
  if (!new Date(`${local}Z`).toJSON()?.startsWith(local)) return undefined;
  return formatWireDate(new Date(`${local}.${fraction}${sign}${offsetHours}:${offsetMinutes}`));
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
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  return { string: "str", boolean: "bool" }[String(typeof value)] ?? "dict";
}

/** Converts a value before the schema checks it. */
const convert = <Schema extends z.ZodMiniType>(toValue: (value: unknown) => unknown, schema: Schema) =>
  z.pipe(z.transform(toValue), schema);

/** Converts text before the schema checks it. Text without a result is of the wrong type. */
const convertText = <Schema extends z.ZodMiniType>(parse: (text: string) => unknown, schema: Schema) =>
  convert((value) => (typeof value === "string" ? (parse(value) ?? Number.NaN) : value), schema);

const toInteger = (value: unknown) =>
  typeof value === "string" && /^\s*-?\d+(\.0*)?\s*$/.test(value) ? Number(value) : value;

function toBoolean(value: unknown): unknown {
  const text = String(value).toLowerCase();
  return BOOLEANS.true.includes(text) || (BOOLEANS.false.includes(text) ? false : value);
}

/** Field types. Their values are required and can't be null, unless `optional` or `nullable` wraps them. */
export const field = {
  text: ({ minLength = 1, maxLength = Number.POSITIVE_INFINITY } = {}) =>
    convert(
      (value) => (typeof value === "number" ? String(value) : value),
      z.string("Not a valid string.").check(
        z.trim(),
        z.minLength(minLength, "This field may not be blank."),
        z.refine((text) => [...text].length <= maxLength, {
          error: `Ensure this field has no more than ${maxLength} characters.`,
          params: { code: "max_length" },
        }),
        z.refine((text) => !text.includes("\0"), {
          error: "Null characters are not allowed.",
          params: { code: "null_characters_not_allowed" },
        }),
      ),
    ),
  integer: (min = -2_147_483_648, max = 2_147_483_647) =>
    convert(
      toInteger,
      z
        .int("A valid integer is required.")
        .check(
          z.gte(min, `Ensure this value is greater than or equal to ${min}.`),
          z.lte(max, `Ensure this value is less than or equal to ${max}.`),
        ),
    ),
  boolean: () => convert(toBoolean, z.boolean("Must be a valid boolean.")),
  choice: <const Choices extends readonly (string | number)[]>(choices: Choices) =>
    convert(
      (value) => choices.find((choice) => String(choice) === String(value)) ?? value,
      z.literal(choices),
    ),
  /** A date-time, in UTC, such as `2026-11-21T09:00:00Z`. */
  date: () => convertText(normalizeDate, z.string(DATE_ERROR)),
  uuid: () => convertText(normalizeUuid, z.string("Must be a valid UUID.")),
  /** The ID of another record. */
  pk: (exists: (id: number) => boolean) =>
    convert(
      toInteger,
      z
        .custom<number>(Number.isInteger, {
          error: ({ input }) => `Incorrect type. Expected pk value, received ${getPythonTypeName(input)}.`,
          params: { code: "incorrect_type" },
        })
        .check(
          z.refine(exists, {
            error: ({ input }) => `Invalid pk "${String(input)}" - object does not exist.`,
            params: { code: "does_not_exist" },
          }),
        ),
    ),
};

const CODES: Readonly<Record<string, string>> = {
  "too_small string": "blank",
  "too_small number": "min_value",
  "too_big number": "max_value",
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
  const { code, input, message } = issue;
  const attr = issue.path.join("__");
  if (input === undefined) return fail.invalid("required", "This field is required.", attr);
  if (input === null) return fail.invalid("null", "This field may not be null.", attr);
  if (code === "invalid_value")
    return fail.invalid("invalid_choice", `"${String(input)}" is not a valid choice.`, attr);
  if (code === "invalid_type" && issue.expected === "array") {
    const type = getPythonTypeName(input);
    return fail.invalid("not_a_list", `Expected a list of items but got type "${type}".`, attr);
  }
  if (code === "custom") return fail.invalid(String(issue.params?.["code"]), message, attr);
  const limit = "origin" in issue ? CODES[`${code} ${issue.origin}`] : undefined;
  return fail.invalid(limit ?? "invalid_input", message, attr);
}

/** Creates the fields for a record's source. Sources of every project are valid at first. */
export function createSourceFields({ db: { world } }: ProjectContext) {
  const pk = (kind: "dashboards" | "insights") =>
    z.optional(z.nullable(field.pk((id) => world.projects.some((project) => project[kind].has(id)))));
  return { dashboard: pk("dashboards"), insight: pk("insights") };
}

/** Throws 400 for a source of another project. Servers check this after all fields. */
export function requireOwnSource(
  { project }: ProjectContext,
  sent: { readonly dashboard?: number | null | undefined; readonly insight?: number | null | undefined },
): void {
  if (sent.dashboard && !project.dashboards.has(sent.dashboard))
    fail.invalidInput("This dashboard does not belong to your team.", "dashboard");
  if (sent.insight && !project.insights.has(sent.insight))
    fail.invalidInput("This insight does not belong to your team.", "insight");
}
