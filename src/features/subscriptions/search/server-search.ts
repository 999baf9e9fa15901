import type { ServerSearch } from "@/data/subscriptions/first-results";
import type { ParsedQuery, QueryTerm } from "@/lib/query/query-text";
import type { SortStep } from "@/lib/search/record-order";

/** Columns by which the server sorts like the list. It sorts persons by address, while the list sorts by name. */
const SORT_FIELDS: Readonly<Record<string, string>> = {
  title: "title",
  next: "next_delivery_date",
  created: "created_at",
};

/** Returns a word as typed, because the server doesn't ignore accents. Returns "" for other terms. */
function wordOf({ field, isNegated, from, to }: QueryTerm, query: string): string {
  return field === null && !isNegated ? query.slice(from, to).replaceAll('"', " ").trim() : "";
}

/**
 * Returns the part of a search that the server supports, or null if there is none. The server finds fewer matches for a
 * word, and more for a query with fields and phrases, so its results must be searched again.
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
    // Later steps only order records that are equal in the steps before them.
    if (field === undefined) break;
    fields.push(direction === "descending" ? `-${field}` : field);
  }
  if (words.length + fields.length === 0) return null;
  return {
    ...(words.length > 0 && { search: words.join(" ") }),
    ...(fields.length > 0 && { ordering: fields.join(",") }),
  };
}
