import { useQuery } from "@tanstack/react-query";
import { getMe } from "@/contract/people";
import type { UserSummary } from "@/contract/user";
import { useApi } from "@/data/client/api-context";
import { personLabel } from "@/lib/text/person-label";
import { isEndpointUnavailable } from "./optional-endpoint";

/** Who the key belongs to. */
export interface KeyHolder {
  readonly uuid: string;
  /** The name, else the address, else the UUID. */
  readonly name: string;
  /** Empty where the server does not say. */
  readonly email: string;
}

function toKeyHolder(me: UserSummary): KeyHolder | null {
  return me.uuid === null ? null : { uuid: me.uuid, name: personLabel(me) ?? me.uuid, email: me.email };
}

/** Many keys may not ask. */
function nullIfUnavailable(error: unknown): null {
  if (isEndpointUnavailable(error)) return null;
  throw error;
}

/** Who the key belongs to; null as long as nobody has said, or where nobody will. */
export function useKeyHolder(): KeyHolder | null {
  const { client } = useApi();
  const { data } = useQuery({
    queryKey: [client.connection.id, "key-holder"],
    queryFn: ({ signal }) => client.request(getMe, { path: {}, signal }).then(toKeyHolder, nullIfUnavailable),
    // A key does not change hands.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? null;
}
