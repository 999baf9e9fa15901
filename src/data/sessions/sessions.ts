import { queryOptions } from "@tanstack/react-query";
import { listSessionProperties, listSessionValues } from "@/api/sessions";
import { type Api, projectKey } from "@/data/backend/backend";
import { requestOptional } from "@/data/backend/optional-endpoint";

/** Properties change only when the server is updated. */
const PROPERTIES_STALE_TIME_MS = 5 * 60_000;

/** Maximum number of values that a server returns (upstream-facts, Sessions). */
export const MAX_SESSION_VALUES = 20;

export const sessionQueries = {
  /** @param search words that the name must contain, or empty for all properties */
  properties: (api: Api, search = "") =>
    queryOptions({
      queryKey: projectKey(api, "sessions", "properties", search),
      queryFn: ({ signal }) =>
        requestOptional(api.client, listSessionProperties, {
          path: { project_id: api.projectId },
          query: search === "" ? {} : { search },
          signal,
        }),
      staleTime: PROPERTIES_STALE_TIME_MS,
    }),
  /** `part` is a text that the values must contain, or empty for all values. */
  values: (api: Api, property: string, part: string) =>
    queryOptions({
      queryKey: projectKey(api, "sessions", "values", property, part),
      queryFn: ({ signal }) =>
        requestOptional(api.client, listSessionValues, {
          path: { project_id: api.projectId },
          query: { key: property, ...(part !== "" && { value: part }) },
          signal,
        }),
    }),
};
