import { fail } from "./errors";

interface FieldRules {
  readonly required?: boolean;
  readonly nullable?: boolean;
}

type FieldValue<Type> = Type | null | undefined;

/**
 * Reads fields of a request body, in the order of the calls. Rejects the first invalid field with
 * Django REST framework's message. Doesn't convert JSON types.
 */
export interface RequestFields {
  has(name: string): boolean;
  text(name: string, rules?: FieldRules & { blank?: boolean; maxLength?: number }): FieldValue<string>;
  choice(name: string, choices: readonly string[], rules?: FieldRules): FieldValue<string>;
  choices(name: string, choices: readonly string[], rules?: FieldRules): FieldValue<readonly string[]>;
  integer(name: string, rules?: FieldRules & { min?: number; max?: number }): FieldValue<number>;
  boolean(name: string, rules?: FieldRules): FieldValue<boolean>;
  /**
   * Reads a date-time and returns it in UTC, such as `2026-11-21T09:00:00Z`. Assumes UTC if the
   * offset is missing.
   */
  date(name: string, rules?: FieldRules): FieldValue<string>;
  anything(name: string, rules?: FieldRules): unknown;
  pk(name: string, exists: (id: number) => boolean, rules?: FieldRules): FieldValue<number>;
}

const INT32_MAX = 2_147_483_647;
const INT32_MIN = -2_147_483_648;
const DATE_PATTERN = /^\d{4}-\d{2}-(\d{2})T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)(Z|[+-]\d{2}:?\d{2})?$/;
const DATE_ERROR =
  "Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].";

/** Formats an instant in UTC, as servers do. Omits fractional seconds if they are zero. */
export function formatWireDate(instant: Date): string {
  const text = instant.toISOString();
  return text.endsWith(".000Z") ? `${text.slice(0, -5)}Z` : text;
}

/** Parses a date-time as servers do. Returns undefined for invalid text, including February 30. */
function parseWireDate(text: string): Date | undefined {
  const match = DATE_PATTERN.exec(text);
  if (!match) return undefined;
  const zone = (match[3] ?? "Z").replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");
  const instant = new Date(`${text.slice(0, 10)}T${match[2]}${zone}`);
  const day = new Date(`${text.slice(0, 10)}T00:00Z`);
  // JavaScript engines convert February 30 to a day in March.
  if (Number.isNaN(instant.getTime()) || day.getUTCDate() !== Number(match[1])) return undefined;
  return instant;
}

/** Returns the Python name of a JSON type. Servers use it in messages. */
function getPythonTypeName(value: unknown): string {
  if (Array.isArray(value)) return "list";
  if (typeof value === "string") return "str";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  return "dict";
}

function readChoice(name: string, value: unknown, choices: readonly string[]): string {
  return typeof value === "string" && choices.includes(value) ? value : fail.invalidChoice(name, value);
}

/**
 * Creates a reader for a request body. Unlike real servers, rejects unknown keys, to find bugs in clients.
 * @throws ApiError 400 for an unknown key
 */
export function createRequestFields(
  body: Readonly<Record<string, unknown>>,
  allowedNames: readonly string[],
): RequestFields {
  for (const name of Object.keys(body)) {
    if (!allowedNames.includes(name)) fail.invalidInput(`Unknown field "${name}".`, name);
  }

  function readField<Type>(
    name: string,
    rules: FieldRules,
    parse: (value: unknown) => Type,
  ): FieldValue<Type> {
    if (!Object.hasOwn(body, name)) return rules.required ? fail.required(name) : undefined;
    const value = body[name];
    if (value === null) return rules.nullable ? null : fail.null(name);
    return parse(value);
  }

  return {
    has: (name) => Object.hasOwn(body, name),
    text: (name, rules = {}) =>
      readField(name, rules, (value) => {
        if (typeof value !== "string") return fail.invalidInput("Not a valid string.", name);
        if (value.trim() === "" && !rules.blank) fail.blank(name);
        if (rules.maxLength !== undefined && [...value].length > rules.maxLength) {
          fail.maxLength(name, rules.maxLength);
        }
        return value;
      }),
    choice: (name, choices, rules = {}) =>
      readField(name, rules, (value) => readChoice(name, value, choices)),
    choices: (name, choices, rules = {}) =>
      readField(name, rules, (value) => {
        if (!Array.isArray(value)) {
          return fail.invalidInput(
            `Expected a list of items but got type "${getPythonTypeName(value)}".`,
            name,
          );
        }
        return value.map((item: unknown, index) => readChoice(`${name}__${index}`, item, choices));
      }),
    integer: (name, rules = {}) =>
      readField(name, rules, (value) => {
        const { min = INT32_MIN, max = INT32_MAX } = rules;
        if (typeof value !== "number" || !Number.isInteger(value)) {
          return fail.invalidInput("A valid integer is required.", name);
        }
        if (value < min) fail.invalidInput(`Ensure this value is greater than or equal to ${min}.`, name);
        if (value > max) fail.invalidInput(`Ensure this value is less than or equal to ${max}.`, name);
        return value;
      }),
    boolean: (name, rules = {}) =>
      readField(name, rules, (value) =>
        typeof value === "boolean" ? value : fail.invalidInput("Must be a valid boolean.", name),
      ),
    date: (name, rules = {}) =>
      readField(name, rules, (value) => {
        const instant = typeof value === "string" ? parseWireDate(value) : undefined;
        return instant ? formatWireDate(instant) : fail.invalidInput(DATE_ERROR, name);
      }),
    anything: (name, rules = {}) => readField(name, rules, (value) => value),
    pk: (name, exists, rules = {}) =>
      readField(name, rules, (value) => {
        if (typeof value !== "number" || !Number.isInteger(value)) {
          return fail.invalidInput(
            `Incorrect type. Expected pk value, received ${getPythonTypeName(value)}.`,
            name,
          );
        }
        return exists(value) ? value : fail.doesNotExist(name, value);
      }),
  };
}
