import type { SESSION_PROPERTY_TYPES } from "@/contract/sessions";

/** The types that have words and an icon. */
type KnownType = (typeof SESSION_PROPERTY_TYPES)[number];

const WORDS: Readonly<Record<KnownType, string>> = {
  String: "Text",
  Numeric: "Number",
  DateTime: "Date and time",
  Boolean: "Yes or no",
  Duration: "Duration",
};

/** What is served of a property's type. */
export interface TypedProperty {
  readonly property_type: string | null;
  readonly is_numerical: boolean | null;
}

function isKnown(type: string): type is KnownType {
  return Object.hasOwn(WORDS, type);
}

/** The type as it is drawn: a known one, or null. A server that names none may still say that it is a number. */
export function knownType({ property_type: type, is_numerical: isNumber }: TypedProperty): KnownType | null {
  if (type === null || type === "") return isNumber === true ? "Numeric" : null;
  return isKnown(type) ? type : null;
}

/** The type in words; one that nobody knows as it was served. */
export function typeWords(property: TypedProperty): string {
  const known = knownType(property);
  if (known !== null) return WORDS[known];
  return property.property_type || "Not said";
}

/** A value in words beside the served one: servers give truth values as figures. Null where it speaks for itself. */
export function valueWords(property: TypedProperty | null, value: string): string | null {
  if (property === null || knownType(property) !== "Boolean") return null;
  if (/^(?:1|true)$/i.test(value)) return "yes";
  return /^(?:0|false)$/i.test(value) ? "no" : null;
}
