import { refuse } from "./errors";

/** What a request field must be. Without `required` a missing one is undefined. */
interface FieldRules {
  readonly required?: boolean;
  /** Null is allowed and stays null. */
  readonly nullable?: boolean;
}

type Value<Type> = Type | null | undefined;

/**
 * Reads the fields of a request body one by one, in the order of the calls, and refuses the first wrong one in the
 * words of Django REST framework. Wrong JSON types are never converted.
 */
export interface RequestFields {
  has(name: string): boolean;
  text(name: string, rules?: FieldRules & { blank?: boolean; maxLength?: number }): Value<string>;
  choice(name: string, choices: readonly string[], rules?: FieldRules): Value<string>;
  choices(name: string, choices: readonly string[], rules?: FieldRules): Value<readonly string[]>;
  integer(name: string, rules?: FieldRules & { min?: number; max?: number }): Value<number>;
  boolean(name: string, rules?: FieldRules): Value<boolean>;
  /** A date-time, given back in UTC as `2026-11-21T09:00:00Z`; without an offset it counts as UTC. */
  date(name: string, rules?: FieldRules): Value<string>;
  /** Any JSON value. */
  anything(name: string, rules?: FieldRules): unknown;
  /** Id of a record that must exist. */
  pk(name: string, exists: (id: number) => boolean, rules?: FieldRules): Value<number>;
}

const INT32_MAX = 2_147_483_647;
const INT32_MIN = -2_147_483_648;
const DATE = /^\d{4}-\d{2}-(\d{2})T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)(Z|[+-]\d{2}:?\d{2})?$/;
const DATE_MISTAKE =
  "Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].";

/** An instant in UTC as servers write it: no fraction when it is zero. */
export function wireDate(instant: Date): string {
  const text = instant.toISOString();
  return text.endsWith(".000Z") ? `${text.slice(0, -5)}Z` : text;
}

/** Reads a date-time as servers do; undefined for anything else, 30 February too. */
function readWireDate(text: string): Date | undefined {
  const match = DATE.exec(text);
  if (!match) return undefined;
  const zone = (match[3] ?? "Z").replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");
  const instant = new Date(`${text.slice(0, 10)}T${match[2]}${zone}`);
  const day = new Date(`${text.slice(0, 10)}T00:00Z`);
  // Engines let 30 February roll over into March.
  if (Number.isNaN(instant.getTime()) || day.getUTCDate() !== Number(match[1])) return undefined;
  return instant;
}

/** The name Python gives a JSON type: servers put it in their messages. */
function pythonType(value: unknown): string {
  if (Array.isArray(value)) return "list";
  if (typeof value === "string") return "str";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  return "dict";
}

function readChoice(name: string, value: unknown, choices: readonly string[]): string {
  return typeof value === "string" && choices.includes(value) ? value : refuse.invalidChoice(name, value);
}

/**
 * Opens a request body for reading.
 * @throws Refusal 400 for a key that is not known: real servers ignore it, the emulator is stricter on purpose.
 */
export function requestFields(
  body: Readonly<Record<string, unknown>>,
  known: readonly string[],
): RequestFields {
  for (const name of Object.keys(body)) {
    if (!known.includes(name)) refuse.invalidInput(`Unknown field "${name}".`, name);
  }

  function read<Type>(name: string, rules: FieldRules, parse: (value: unknown) => Type): Value<Type> {
    if (!Object.hasOwn(body, name)) return rules.required ? refuse.required(name) : undefined;
    const value = body[name];
    if (value === null) return rules.nullable ? null : refuse.null(name);
    return parse(value);
  }

  return {
    has: (name) => Object.hasOwn(body, name),
    text: (name, rules = {}) =>
      read(name, rules, (value) => {
        if (typeof value !== "string") return refuse.invalidInput("Not a valid string.", name);
        if (value.trim() === "" && !rules.blank) refuse.blank(name);
        if (rules.maxLength !== undefined && [...value].length > rules.maxLength) {
          refuse.maxLength(name, rules.maxLength);
        }
        return value;
      }),
    choice: (name, choices, rules = {}) => read(name, rules, (value) => readChoice(name, value, choices)),
    choices: (name, choices, rules = {}) =>
      read(name, rules, (value) => {
        if (!Array.isArray(value)) {
          return refuse.invalidInput(`Expected a list of items but got type "${pythonType(value)}".`, name);
        }
        return value.map((item: unknown, index) => readChoice(`${name}__${index}`, item, choices));
      }),
    integer: (name, rules = {}) =>
      read(name, rules, (value) => {
        const { min = INT32_MIN, max = INT32_MAX } = rules;
        if (typeof value !== "number" || !Number.isInteger(value)) {
          return refuse.invalidInput("A valid integer is required.", name);
        }
        if (value < min) refuse.invalidInput(`Ensure this value is greater than or equal to ${min}.`, name);
        if (value > max) refuse.invalidInput(`Ensure this value is less than or equal to ${max}.`, name);
        return value;
      }),
    boolean: (name, rules = {}) =>
      read(name, rules, (value) =>
        typeof value === "boolean" ? value : refuse.invalidInput("Must be a valid boolean.", name),
      ),
    date: (name, rules = {}) =>
      read(name, rules, (value) => {
        const instant = typeof value === "string" ? readWireDate(value) : undefined;
        return instant ? wireDate(instant) : refuse.invalidInput(DATE_MISTAKE, name);
      }),
    anything: (name, rules = {}) => read(name, rules, (value) => value),
    pk: (name, exists, rules = {}) =>
      read(name, rules, (value) => {
        if (typeof value !== "number" || !Number.isInteger(value)) {
          return refuse.invalidInput(
            `Incorrect type. Expected pk value, received ${pythonType(value)}.`,
            name,
          );
        }
        return exists(value) ? value : refuse.doesNotExist(name, value);
      }),
  };
}
