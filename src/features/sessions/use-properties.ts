import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useApi } from "@/data/backend/backend";
import { sessionQueries } from "@/data/sessions/sessions";
import { normalizeText, toSortText } from "@/lib/text/normalize-text";
import { propertyDescription, propertyLabel, propertyTypeLabel, type TypedProperty } from "./property-labels";

/**
 * Loads the properties and searches them in the browser. If the server didn't return all
 * properties, also searches property names on the server.
 */
export function useProperties(search: string) {
  const api = useApi();
  const query = useQuery(sessionQueries.properties(api));
  const { data } = query;
  const missingCount =
    data === undefined ? 0 : Math.max(0, data.count - data.results.length - data.broken.length);
  const debouncedSearch = useDebouncedText(search.trim());
  const nameSearch = useQuery({
    ...sessionQueries.properties(api, debouncedSearch),
    enabled: missingCount > 0 && debouncedSearch !== "",
    placeholderData: keepPreviousData,
  });
  const properties = useMemo(
    () => sortProperties(mergeProperties(data?.results ?? [], nameSearch.data?.results ?? [])),
    [data, nameSearch.data],
  );
  const matchingProperties = useMemo(() => findProperties(properties, search), [properties, search]);
  return { query, properties, found: matchingProperties, missingCount, searchError: nameSearch.error };
}

/**
 * Debounces lookups, because servers allow 240 requests for sessions per minute (upstream-facts,
 * Everywhere).
 */
const DEBOUNCE_MS = 250;

/** Returns the text after a pause in typing, or immediately if the text is empty. */
export function useDebouncedText(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    if (text === debounced) return;
    const timer = setTimeout(() => setDebounced(text), text === "" ? 0 : DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, debounced]);
  return debounced;
}

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
