import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { Subscription } from "@/api/subscriptions";
import { useApi } from "@/data/backend/backend";
import { useCapabilities } from "@/data/capabilities/capabilities";
import type { CollectionState } from "@/data/collection/collection";
import { firstResultsQuery, type ServerSearch } from "@/data/subscriptions/first-results";
import type { SubscriptionView } from "@/data/subscriptions/subscriptions";
import type { ParsedQuery, QueryTerm } from "@/lib/query/query-text";
import type { SortStep } from "@/lib/url/url-state";
import { useAnnouncement } from "@/ui/feedback/toasts";
import classes from "./first-results.module.css";

const SEARCH_DELAY_MS = 300;
/** Smaller lists load about as fast as the server searches. */
const MIN_COUNT = 1_000;

interface FirstResultsProps {
  readonly view: SubscriptionView;
  readonly state: CollectionState<Subscription>;
  readonly query: string;
  readonly parsed: ParsedQuery;
  readonly sort: readonly SortStep[];
}

/**
 * Loads the server's first results for a search or sort order before a large list is fully loaded, and announces them.
 * Renders nothing if the server doesn't support the search or returns no new records.
 */
export function FirstResults({ view, state, query, parsed, sort }: FirstResultsProps) {
  const api = useApi();
  const { canSearchLists } = useCapabilities();
  const search = toServerSearch(query, parsed, sort);
  const isSearchable = canSearchLists && search !== null && (state.count ?? 0) > MIN_COUNT;
  const [debouncedQuery] = useDebouncedValue(query, SEARCH_DELAY_MS);
  const isTyping = debouncedQuery !== query;
  const { data: hasFound = false } = useQuery({
    ...firstResultsQuery(api, view, search ?? {}),
    enabled: isSearchable && !isTyping,
  });

  const isLoading = state.phase === "loading";
  const message =
    isSearchable && hasFound
      ? `First results from the server.${isLoading ? " Loading the rest…" : ""}`
      : null;
  useAnnouncement(message);
  return message !== null && <span className={classes.message}>{message}</span>;
}

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
