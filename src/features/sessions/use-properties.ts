import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "@/data/client/api-context";
import { sessionQueries } from "@/data/sessions/sessions";
import { findProperties, inOrder, joinProperties } from "./property-search";
import { useSettledText } from "./use-debounced-text";

/**
 * The properties of the project and those that the words find. All are asked for once and searched here, meanings
 * included; where the server has more than it gave, it is asked for the words as well.
 */
export function useProperties(search: string) {
  const api = useApi();
  const query = useQuery(sessionQueries.properties(api));
  const { data } = query;
  const missing = data === undefined ? 0 : Math.max(0, data.count - data.results.length - data.broken.length);
  const asked = useSettledText(search.trim());
  const further = useQuery({
    ...sessionQueries.properties(api, asked),
    enabled: missing > 0 && asked !== "",
    placeholderData: keepPreviousData,
  });
  const properties = useMemo(
    () => inOrder(joinProperties(data?.results ?? [], further.data?.results ?? [])),
    [data, further.data],
  );
  const found = useMemo(() => findProperties(properties, search), [properties, search]);
  return { query, properties, found, missing, searchError: further.error };
}
