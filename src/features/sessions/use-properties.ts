import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useApi } from "@/data/client/api-context";
import { sessionQueries } from "@/data/sessions/sessions";
import { findProperties, mergeProperties, sortProperties } from "./property-search";

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
