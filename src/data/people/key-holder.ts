import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Client } from "@/api/client";
import { getMe, type Me } from "@/api/people";
import { useApi } from "@/data/backend/backend";
import { isEndpointUnavailable, requestOptional } from "@/data/client/optional-endpoint";
import { personLabel } from "@/lib/text/person-label";

export interface KeyHolder {
  readonly uuid: string;
  /** Name. Falls back to the email, then to the UUID. */
  readonly name: string;
  /** Empty when unknown. */
  readonly email: string;
}

/** Returns the key of a query that doesn't depend on the project. */
export function connectionKey(client: Client, name: string): readonly string[] {
  return [client.connection.id, name];
}

/** Reads the API key's owner. Null if the optional endpoint is unavailable. Many keys lack its scope. */
export function meQuery(client: Client) {
  return queryOptions({
    queryKey: connectionKey(client, "me"),
    queryFn: async ({ signal }): Promise<Me | null> => {
      try {
        return await requestOptional(client, getMe, { path: {}, signal });
      } catch (error) {
        if (isEndpointUnavailable(error)) return null;
        throw error;
      }
    },
    // A key's owner never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function toKeyHolder(me: Me | null): KeyHolder | null {
  if (me === null || me.uuid === null) return null;
  return { uuid: me.uuid, name: personLabel(me) ?? me.uuid, email: me.email };
}

/** Returns the API key's owner. Null while loading, or when the endpoint is unavailable. */
export function useKeyHolder(): KeyHolder | null {
  const { client } = useApi();
  return useQuery({ ...meQuery(client), select: toKeyHolder }).data ?? null;
}
