import type { ServerSearch } from "@/data/subscriptions/first-results";
import type { ParsedQuery, QueryTerm } from "@/lib/query/query-text";
import type { SortStep } from "@/lib/search/list-search-params";

/**
 * Columns by which the server and the list sort the same way. Excludes the creator's column,
 * because the server sorts it by address, and the list sorts it by name.
 */
const SORT_FIELDS: Readonly<Record<string, string>> = {
  title: "title",
  next: "next_delivery_date",
  created: "created_at",
};

/**
 * Returns the text of a term without quotes but otherwise as typed, because the server
 * distinguishes accents. Returns "" for a negated term or a term with a field.
 */
function wordOf({ field, isNegated, from, to }: QueryTerm, query: string): string {
  return field === null && !isNegated ? query.slice(from, to).replaceAll('"', " ").trim() : "";
}

/** Returns the channel that every match has, or undefined without one. */
function channelOf(terms: readonly QueryTerm[]): string | undefined {
  for (const { field, isNegated, values } of terms) {
    const [value] = values;
    if (field === "type" && !isNegated && values.length === 1 && value?.kind === "choice") return value.value;
  }
  return undefined;
}

/**
 * Returns the part of a search that the server supports, or null if there is none. The caller must
 * search the results again, because this part omits most fields and splits phrases into words. The
 * server can also miss matches, because it searches only titles and source names.
 */
export function toServerSearch(
  query: string,
  { terms }: ParsedQuery,
  sort: readonly SortStep[],
): ServerSearch | null {
  const words = terms.map((term) => wordOf(term, query)).filter(Boolean);
  const fields: string[] = [];
  for (const { columnId, direction } of sort) {
    const field = SORT_FIELDS[columnId];
    // Stops at an unsupported column. Later steps only order records that are equal in the earlier steps.
    if (field === undefined) break;
    fields.push(direction === "descending" ? `-${field}` : field);
  }
  const channel = channelOf(terms);
  if (words.length + fields.length === 0 && channel === undefined) return null;
  return {
    ...(words.length > 0 && { search: words.join(" ") }),
    ...(fields.length > 0 && { ordering: fields.join(",") }),
    ...(channel !== undefined && { target_type: channel }),
  };
}
