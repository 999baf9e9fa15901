import { useQuery } from "@tanstack/react-query";
import { getMe } from "@/contract/people";
import type { UserSummary } from "@/contract/user";
import { useApi } from "@/data/client/api-context";
import { isEndpointUnavailable } from "@/data/client/optional-endpoint";
import { personLabel } from "@/lib/text/person-label";

/** Owner of the API key. */
export interface KeyHolder {
  readonly uuid: string;
  /** Name, or email, or UUID. */
  readonly name: string;
  /** Empty if unknown. */
  readonly email: string;
}

function toKeyHolder(me: UserSummary): KeyHolder | null {
  return me.uuid === null ? null : { uuid: me.uuid, name: personLabel(me) ?? me.uuid, email: me.email };
}

/** Many keys lack the scope for this optional endpoint. */
function nullIfUnavailable(error: unknown): null {
  if (isEndpointUnavailable(error)) return null;
  throw error;
}

/** Returns null while loading and when the endpoint is unavailable. */
export function useKeyHolder(): KeyHolder | null {
  const { client } = useApi();
  const { data } = useQuery({
    queryKey: [client.connection.id, "key-holder"],
    queryFn: ({ signal }) => client.request(getMe, { path: {}, signal }).then(toKeyHolder, nullIfUnavailable),
    // The owner of a key never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? null;
}
