import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { listSubscriptions } from "@/contract/subscriptions";
import { useApi } from "./api-context";
import { canOtherPrefixHelp, isEndpointMissing } from "./path-prefix";

/**
 * Whether a failed read may succeed under the other path prefix. Requests another endpoint if none has responded
 * under the current prefix.
 */
export function useCanOtherPrefixHelp(error: unknown): boolean {
  const { client, projectId } = useApi();
  const canHelp = () => isEndpointMissing(error) && canOtherPrefixHelp(client);
  useQuery({
    queryKey: [client.connection.id, projectId, "path-prefix"],
    queryFn: async ({ signal }) => {
      const input = { path: { project_id: projectId }, query: { limit: 1 }, signal };
      // An error response counts too. `canOtherPrefixHelp` finds the response in the call log.
      await client.request(listSubscriptions, input).catch(() => undefined);
      return true;
    },
    enabled: canHelp(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useSyncExternalStore(client.connectionStatus.subscribe, canHelp);
}
