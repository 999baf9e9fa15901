import type { SESSION_PROPERTY_TYPES } from "@/api/sessions";

type KnownPropertyType = (typeof SESSION_PROPERTY_TYPES)[number];

const TYPE_LABELS: Readonly<Record<KnownPropertyType, string>> = {
  String: "Text",
  Numeric: "Number",
  DateTime: "Date and time",
  Boolean: "Yes or no",
  Duration: "Duration",
};

export interface TypedProperty {
  readonly property_type: string | null;
  readonly is_numerical: boolean | null;
}

function isKnownType(type: string): type is KnownPropertyType {
  return Object.hasOwn(TYPE_LABELS, type);
}

/** Returns the property's type, or null when unknown. Servers without types may still mark numbers. */
export function getKnownType({
  property_type: type,
  is_numerical: isNumber,
}: TypedProperty): KnownPropertyType | null {
  if (type === null || type === "") return isNumber === true ? "Numeric" : null;
  return isKnownType(type) ? type : null;
}

export function propertyTypeLabel(property: TypedProperty): string {
  const known = getKnownType(property);
  if (known !== null) return TYPE_LABELS[known];
  return property.property_type || "Unknown";
}

/**
 * Returns "yes" or "no" for a Boolean property, because servers may return 1 or 0. Returns null for
 * other types and for unrecognized values.
 */
export function propertyValueLabel(property: TypedProperty | null, value: string): string | null {
  if (property === null || getKnownType(property) !== "Boolean") return null;
  if (/^(?:1|true)$/i.test(value)) return "yes";
  return /^(?:0|false)$/i.test(value) ? "no" : null;
}
