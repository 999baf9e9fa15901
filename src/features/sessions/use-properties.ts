import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ListPage } from "@/api/parsers";
import { useApi } from "@/data/backend/backend";
import { sessionQueries } from "@/data/sessions/sessions";
import { normalizeText, toSortText } from "@/lib/text/normalize-text";
import {
  type ListedProperty,
  propertyDescription,
  propertyLabel,
  propertyTypeLabel,
} from "./property-labels";

export type SessionProperties = ListPage<ListedProperty>;

/** Returns the number of properties that the server has but didn't return. */
export function countMissing({ count, results, broken }: SessionProperties): number {
  return Math.max(0, count - results.length - broken.length);
}

/** Searches the properties in the browser. If the server didn't return all, also searches their names on the server. */
export function usePropertySearch(data: SessionProperties, search: string) {
  const missingCount = countMissing(data);
  const debouncedSearch = useDebouncedSearch(search);
  const nameSearch = useQuery({
    ...sessionQueries.properties(useApi(), debouncedSearch),
    enabled: missingCount > 0 && debouncedSearch !== "",
    placeholderData: keepPreviousData,
  });
  const properties = useMemo(
    () => mergeProperties(data.results, nameSearch.data?.results ?? []),
    [data, nameSearch.data],
  );
  const matchingProperties = useMemo(() => findProperties(properties, search), [properties, search]);
  return { properties, matchingProperties, missingCount, searchError: nameSearch.error };
}

/**
 * Returns the search after a pause in typing, or immediately if it is empty. Servers allow 240 requests for sessions
 * per minute (upstream-facts, Everywhere).
 */
export function useDebouncedSearch(text: string): string {
  const search = text.trim();
  const [debounced] = useDebouncedValue(search, search === "" ? 0 : 250);
  return debounced;
}

/** Finds properties. Each word must match the name, label, description, or type. */
export function findProperties(properties: readonly ListedProperty[], text: string) {
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

/** Merges two lists by name, sorted by label. Of duplicates, the first takes precedence. */
export function mergeProperties(
  first: readonly ListedProperty[],
  second: readonly ListedProperty[],
): readonly ListedProperty[] {
  const byName = new Map([...first, ...second].toReversed().map((property) => [property.name, property]));
  const sortText = ({ name }: ListedProperty) => toSortText(propertyLabel(name));
  return [...byName.values()].sort((a, b) => (sortText(a) < sortText(b) ? -1 : 1));
}
