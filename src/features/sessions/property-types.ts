import type { SESSION_PROPERTY_TYPES } from "@/contract/sessions";

/** The types that have words and an icon. */
type KnownPropertyType = (typeof SESSION_PROPERTY_TYPES)[number];

const TYPE_LABELS: Readonly<Record<KnownPropertyType, string>> = {
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

function isKnownType(type: string): type is KnownPropertyType {
  return Object.hasOwn(TYPE_LABELS, type);
}

/** The type as it is drawn: a known one, or null. A server that names none may still say that it is a number. */
export function getKnownType({
  property_type: type,
  is_numerical: isNumber,
}: TypedProperty): KnownPropertyType | null {
  if (type === null || type === "") return isNumber === true ? "Numeric" : null;
  return isKnownType(type) ? type : null;
}

/** The type in words; one that nobody knows as it was served. */
export function propertyTypeLabel(property: TypedProperty): string {
  const known = getKnownType(property);
  if (known !== null) return TYPE_LABELS[known];
  return property.property_type || "Unknown";
}

/** A value in words beside the served one: servers give truth values as figures. Null where it speaks for itself. */
export function propertyValueLabel(property: TypedProperty | null, value: string): string | null {
  if (property === null || getKnownType(property) !== "Boolean") return null;
  if (/^(?:1|true)$/i.test(value)) return "yes";
  return /^(?:0|false)$/i.test(value) ? "no" : null;
}
