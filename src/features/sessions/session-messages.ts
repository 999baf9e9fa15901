import { MAX_SESSION_VALUES } from "@/data/sessions/sessions";
import { formatCount, pluralize } from "@/lib/text/numbers";

interface PropertyCounts {
  readonly matchingCount: number;
  readonly loadedCount: number;
  /** Number of properties that the server didn't return. */
  readonly missingCount: number;
  readonly isSearching: boolean;
}

export function propertyCountMessage(counts: PropertyCounts): string {
  const { matchingCount, loadedCount, missingCount, isSearching } = counts;
  if (missingCount > 0 && !isSearching)
    return `${formatCount(loadedCount)} of ${formatCount(loadedCount + missingCount)} properties. Search by name to find others.`;
  if (!isSearching) return pluralize(loadedCount, "property", "properties");
  // Some properties aren't loaded, so the number of loaded properties isn't the total.
  if (missingCount > 0) return pluralize(matchingCount, "match", "matches");
  return `${formatCount(matchingCount)} of ${formatCount(loadedCount)} match`;
}

/**
 * Formats the number of values. At the server's limit, suggests a search, because more values may
 * exist. Returns an empty string if there are no values and no search.
 * @param invalidCount number of values that couldn't be parsed
 */
export function valueCountMessage(count: number, invalidCount: number, search: string): string {
  const filter = search === "" ? "" : ` with “${search}”`;
  if (count + invalidCount === MAX_SESSION_VALUES)
    return `First ${formatCount(count)} values${filter}. ${search === "" ? "Search" : "Refine the search"} to find others.`;
  return count === 0 && search === "" ? "" : `${pluralize(count, "value", "values")}${filter}`;
}

/**
 * Explains an empty list of values.
 * @param hasListedType whether servers list values for the property's type
 */
export function describeNoValues(search: string, hasListedType: boolean) {
  if (search !== "")
    return {
      title: `No values with “${search}”`,
      detail: "The search finds any part of a value and ignores case.",
    };
  return {
    title: "No values",
    detail: hasListedType
      ? "No session in this project has this property yet."
      : "Most servers list values only for text and yes-or-no properties.",
  };
}
