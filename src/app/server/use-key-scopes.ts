import { useMutation } from "@tanstack/react-query";
import { getCurrentKey } from "@/contract/people";
import type { Client } from "@/http/client";

/** Requests the key's scopes when `check` is called. */
export function useKeyScopes(client: Client) {
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: async () => {
      const { connection } = client;
      const { scopes } = await client.request(getCurrentKey, { path: {} });
      return { connection, scopes };
    },
  });
  return {
    // Scopes of a replaced key don't apply to the new one.
    scopes: data?.connection === client.connection ? data.scopes : undefined,
    error,
    isPending,
    check: () => mutate(),
  };
}
