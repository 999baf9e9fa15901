import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { Client } from "@/api/client";
import { HttpError } from "@/api/errors";
import { listSubscriptions } from "@/api/subscriptions";
import { useApi } from "@/data/backend/backend";

/** Whether the endpoint is missing, at least under the current path prefix. */
export function isEndpointMissing(error: unknown): boolean {
  return error instanceof HttpError && error.status === 404 && error.detail === "Endpoint not found.";
}

/**
 * Whether a missing endpoint may exist under the other path prefix. If the server has other endpoints under the current
 * prefix, the other prefix doesn't help.
 */
export function canOtherPrefixHelp({ connection, callLog }: Client): boolean {
  const underPrefix = new RegExp(`/api/${connection.prefix}/[^/]+/.`);
  // A response counts even when the connection fails later.
  const hasAnswered = [...callLog.latest.values(), ...callLog.get()].some(
    ({ url, error, status }) =>
      status !== undefined &&
      underPrefix.test(url) &&
      (error === undefined ||
        (error instanceof HttpError && error.detail !== null && !isEndpointMissing(error))),
  );
  return !hasAnswered;
}

/**
 * Whether any missing endpoint may exist under the other path prefix. Web vitals never do: servers that have them under
 * `projects` have them under `environments` as well, and both are tried. Nor do explicit members where access controls
 * have taken their place.
 */
export function isPrefixSuspected(client: Client): boolean {
  const calls = [...client.callLog.latest.values()];
  const hasAccessControls = calls.some(
    ({ url, error }) => url.includes("/access_control_members/") && error === undefined,
  );
  const isMissing = calls.some(
    ({ url, error }) =>
      url.includes(`/api/${client.connection.prefix}/`) &&
      !url.includes("/web_vitals/") &&
      !(hasAccessControls && url.includes("/explicit_members/")) &&
      isEndpointMissing(error),
  );
  return isMissing && canOtherPrefixHelp(client);
}

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
