import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { listSubscriptions } from "@/contract/subscriptions";
import { useApi } from "./api-context";
import { canOtherPrefixHelp, isEndpointMissing } from "./path-prefix";

/**
 * Returns whether a failed read may work under the other path prefix. If nothing has answered yet, requests another
 * endpoint to find out.
 */
export function useCanOtherPrefixHelp(endpoint: string, error: unknown): boolean {
  const { client, projectId } = useApi();
  const canHelp = () => isEndpointMissing(error) && canOtherPrefixHelp(client, endpoint);
  useQuery({
    queryKey: [client.connection.id, projectId, "path-prefix"],
    queryFn: async ({ signal }) => {
      const input = { path: { project_id: projectId }, query: { limit: 1 }, signal };
      // A rejection also shows that the path prefix exists.
      await client.request(listSubscriptions, input).catch(() => undefined);
      return true;
    },
    enabled: canHelp(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useSyncExternalStore(client.connectionStatus.subscribe, canHelp);
}
