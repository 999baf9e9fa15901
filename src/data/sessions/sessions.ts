import { queryOptions } from "@tanstack/react-query";
import { listSessionProperties, listSessionValues } from "@/contract/sessions";
import type { Api } from "@/data/client/api-context";

/** Age in ms up to which properties are shown without asking again: a server's version decides them. */
const PROPERTIES_STALE_TIME_MS = 5 * 60_000;

/** Most values a server gives for a property (upstream-facts, Sessions). */
export const MAX_SESSION_VALUES = 20;

/** What the keys of a project's session look-ups begin with. */
export function sessionScope(api: Api) {
  return [api.client.connection.id, api.projectId, "sessions"] as const;
}

/** Look-ups of session properties and of the values they have taken. */
export const sessionQueries = {
  /** @param search words that must all be part of the name; empty for all properties */
  properties: (api: Api, search = "") =>
    queryOptions({
      queryKey: [...sessionScope(api), "properties", search],
      queryFn: ({ signal }) =>
        api.client.request(listSessionProperties, {
          path: { project_id: api.projectId },
          query: search === "" ? {} : { search },
          signal,
        }),
      staleTime: PROPERTIES_STALE_TIME_MS,
    }),
  /**
   * The request is given up as soon as nobody asks for it any more.
   * @param part what the values must contain; empty for any
   */
  values: (api: Api, property: string, part: string) =>
    queryOptions({
      queryKey: [...sessionScope(api), "values", property, part],
      queryFn: ({ signal }) =>
        api.client.request(listSessionValues, {
          path: { project_id: api.projectId },
          query: { key: property, ...(part !== "" && { value: part }) },
          signal,
        }),
    }),
};
