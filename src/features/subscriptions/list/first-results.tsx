import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";
import type { Subscription } from "@/api/subscriptions";
import { useCapabilities } from "@/data/capabilities/capabilities";
import { useApi } from "@/data/client/api-context";
import type { Collection, CollectionState } from "@/data/collection/collection";
import { readFirstResults } from "@/data/subscriptions/first-results";
import type { SubscriptionView } from "@/data/subscriptions/subscription-collections";
import { toServerSearch } from "@/features/subscriptions/search/server-search";
import type { ParsedQuery } from "@/lib/query/query-text";
import type { SortStep } from "@/lib/search/list-search-params";
import { useAnnounce } from "@/ui/feedback/announcer";
import classes from "./first-results.module.css";

const SEARCH_DELAY_MS = 300;
/** Smaller lists load about as fast as the server searches. */
const MIN_COUNT = 1_000;

interface FirstResultsProps {
  readonly view: SubscriptionView;
  readonly collection: Collection<Subscription>;
  readonly state: CollectionState<Subscription>;
  readonly query: string;
  readonly parsed: ParsedQuery;
  readonly sort: readonly SortStep[];
}

/**
 * Loads the server's first results for a search or sort order before a large list is fully loaded,
 * and announces them. Renders nothing if the server doesn't support the search or returns no new
 * records.
 */
export function FirstResults({ view, collection, state, query, parsed, sort }: FirstResultsProps) {
  const api = useApi();
  const { canSearchLists } = useCapabilities();
  const announce = useAnnounce();
  const search = toServerSearch(query, parsed, sort);
  const isSearchable = canSearchLists && search !== null && (state.count ?? 0) > MIN_COUNT;
  const key = isSearchable ? JSON.stringify({ search, loadedAt: state.loadedAt }) : null;
  const [debouncedQuery] = useDebouncedValue(query, SEARCH_DELAY_MS);
  const isTyping = debouncedQuery !== query;
  const [foundKey, setFoundKey] = useState<string | null>(null);

  useEffect(() => {
    if (key === null || isTyping) return;
    let isCurrent = true;
    const request = readFirstResults(api, collection, view, JSON.parse(key).search);
    void request.then((isFound) => isFound && isCurrent && setFoundKey(key));
    return () => {
      isCurrent = false;
    };
  }, [key, isTyping, api, collection, view]);

  const isLoading = state.phase === "loading";
  const message =
    key === null || key !== foundKey
      ? null
      : `First results from the server.${isLoading ? " Loading the rest…" : ""}`;
  useEffect(() => {
    if (message !== null) announce(message);
  }, [message, announce]);
  return message !== null && <span className={classes.message}>{message}</span>;
}
