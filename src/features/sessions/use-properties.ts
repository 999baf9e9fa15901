import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "@/data/client/api-context";
import { sessionQueries } from "@/data/sessions/sessions";
import { findProperties, mergeProperties, sortProperties } from "./property-search";
import { useDebouncedText } from "./use-debounced-text";

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
