import { useMutation } from "@tanstack/react-query";
import { getCurrentKey } from "@/contract/people";
import type { Client } from "@/http/client";

/** Requests the key's scopes only when `check` is called. The request is a read and changes nothing. */
export function useKeyScopes(client: Client) {
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: async () => {
      const { connection } = client;
      const { scopes } = await client.request(getCurrentKey, { path: {} });
      return { connection, scopes };
    },
  });
  return {
    // The scopes of a replaced key say nothing about the new one.
    scopes: data?.connection === client.connection ? data.scopes : undefined,
    error,
    isPending,
    check: () => mutate(),
  };
}
