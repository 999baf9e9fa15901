import { useQuery } from "@tanstack/react-query";
import { getMe } from "@/contract/people";
import type { UserSummary } from "@/contract/user";
import { useApi } from "@/data/client/api-context";
import { isEndpointUnavailable } from "@/data/client/optional-endpoint";
import { personLabel } from "@/lib/text/person-label";

export interface KeyHolder {
  readonly uuid: string;
  /** Name. Falls back to the email, then to the UUID. */
  readonly name: string;
  /** Empty when unknown. */
  readonly email: string;
}

function toKeyHolder(me: UserSummary): KeyHolder | null {
  return me.uuid === null ? null : { uuid: me.uuid, name: personLabel(me) ?? me.uuid, email: me.email };
}

/** Returns null if the optional endpoint is unavailable. Many keys lack its scope. Rethrows other errors. */
function nullIfUnavailable(error: unknown): null {
  if (isEndpointUnavailable(error)) return null;
  throw error;
}

/** Returns the API key's owner. Null while loading, or when the endpoint is unavailable. */
export function useKeyHolder(): KeyHolder | null {
  const { client } = useApi();
  const { data } = useQuery({
    queryKey: [client.connection.id, "key-holder"],
    queryFn: ({ signal }) => client.request(getMe, { path: {}, signal }).then(toKeyHolder, nullIfUnavailable),
    // A key's owner never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? null;
}
