import { normalizeText, toSortText } from "@/lib/text/normalize-text";
import { propertyDescription, propertyLabel } from "./property-labels";
import { propertyTypeLabel, type TypedProperty } from "./property-types";

interface NamedProperty extends TypedProperty {
  readonly name: string;
}

export function sortProperties<Property extends NamedProperty>(
  properties: readonly Property[],
): readonly Property[] {
  return properties
    .map((property) => ({ property, index: toSortText(propertyLabel(property.name)) }))
    .sort((a, b) => (a.index < b.index ? -1 : a.index > b.index ? 1 : 0))
    .map(({ property }) => property);
}

/** Finds properties. Each word must match the name, label, description, or type. */
export function findProperties<Property extends NamedProperty>(
  properties: readonly Property[],
  text: string,
): readonly Property[] {
  const searchWords = normalizeText(text).split(/\s+/).filter(Boolean);
  if (searchWords.length === 0) return properties;
  return properties.filter((property) => {
    const { name } = property;
    const haystack = normalizeText(
      [name, propertyLabel(name), propertyDescription(name) ?? "", propertyTypeLabel(property)].join("\n"),
    );
    return searchWords.every((word) => haystack.includes(word));
  });
}

/** Merges two lists by name. Entries of the first list take precedence. */
export function mergeProperties<Property extends NamedProperty>(
  first: readonly Property[],
  second: readonly Property[],
): readonly Property[] {
  const byName = new Map<string, Property>();
  for (const property of [...first, ...second]) {
    if (!byName.has(property.name)) byName.set(property.name, property);
  }
  return [...byName.values()];
}
