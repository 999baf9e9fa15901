import { foldText, sortableText } from "@/lib/text/normalize-text";
import { labelOf, meaningOf } from "./property-labels";
import { type TypedProperty, typeWords } from "./property-types";

interface NamedProperty extends TypedProperty {
  readonly name: string;
}

/** Properties in the order of their words. */
export function inOrder<Property extends NamedProperty>(
  properties: readonly Property[],
): readonly Property[] {
  return properties
    .map((property) => ({ property, place: sortableText(labelOf(property.name)) }))
    .sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0))
    .map(({ property }) => property);
}

/**
 * The properties that have every word of the text, as a part of their name (which servers search), of what it is
 * called, of its meaning or of its type.
 */
export function findProperties<Property extends NamedProperty>(
  properties: readonly Property[],
  text: string,
): readonly Property[] {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return properties;
  return properties.filter((property) => {
    const { name } = property;
    const haystack = foldText([name, labelOf(name), meaningOf(name) ?? "", typeWords(property)].join("\n"));
    return words.every((word) => haystack.includes(word));
  });
}

/** Those of both lists, each name once, as it came first. */
export function joinProperties<Property extends NamedProperty>(
  first: readonly Property[],
  second: readonly Property[],
): readonly Property[] {
  const known = new Map<string, Property>();
  for (const property of [...first, ...second]) {
    if (!known.has(property.name)) known.set(property.name, property);
  }
  return [...known.values()];
}
