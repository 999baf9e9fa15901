import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { Client, RequestInput } from "@/api/client";
import type { Endpoint } from "@/api/endpoint";
import { ContractError, HttpError } from "@/api/errors";
import { listSubscriptions } from "@/api/subscriptions";
import { forgetRefusals, readRefusals, storeRefusal } from "@/data/browser-storage/local-storage";
import { refreshCollections } from "@/data/collection/use-collection";
import { type Backend, useApi } from "./backend";

/**
 * Whether an optional endpoint is forbidden, missing or unreadable. Server errors, invalid API keys, sign-in pages in
 * front of the server and throttling are temporary.
 */
export function isEndpointUnavailable(error: unknown): boolean {
  if (error instanceof ContractError) return true;
  if (!(error instanceof HttpError) || error.status >= 500 || error.status === 429) return false;
  const isSignIn = !error.isFromApi && [401, 403].includes(error.status);
  return !error.isAboutKey && !isSignIn;
}

/** Whether the refusal applies to all projects. Other refusals may depend on the project's settings or the record. */
function isForAllProjects(error: HttpError): boolean {
  const isKeyUnsupported = /does not support personal api key/i.test(error.detail ?? "");
  return isEndpointMissing(error) || error.missingScope !== null || isKeyUnsupported;
}

/**
 * Whether the endpoint refuses every such request of this key. Responses about a record or a closed project say nothing
 * about other requests, and responses without a message may come from a proxy.
 */
function isRefusal(error: unknown, { path }: Pick<Endpoint, "path">): error is HttpError {
  if (!(error instanceof HttpError) || error.detail === null || error.isAboutKey) return false;
  if (isForAllProjects(error)) return true;
  const isAboutRecord = path.includes("/:id/");
  return [401, 402, 403].includes(error.status) && error.closedProject === null && !isAboutRecord;
}

interface Target {
  readonly path: Readonly<Record<string, string | number>>;
  readonly prefix?: string | undefined;
}

/** Returns the names under which a refusal of the request may be stored. */
function refusalNames(id: string, { path, prefix = "" }: Target) {
  const forAllProjects = `${id} ${prefix}`.trim();
  return { forAllProjects, forProject: `${forAllProjects} ${path["project_id"] ?? ""}`.trim() };
}

/** Returns the refusal that the endpoint gave within the last day, or null. Sends no request. */
export function getRefusal(client: Client, { id }: Pick<Endpoint, "id">, target: Target) {
  const refusals = readRefusals(client.connection.id);
  const names = refusalNames(id, target);
  const refusal = refusals[names.forAllProjects] ?? refusals[names.forProject];
  if (refusal === undefined) return null;
  return { error: new HttpError(refusal.status, refusal.body), startedAt: refusal.at };
}

/**
 * Requests an endpoint that a server or key may lack. After a refusal, rejects with the same error for a day instead of
 * sending the request again.
 * @throws the errors of `Client.request`
 */
export async function requestOptional<Path extends string, Query, Output>(
  client: Client,
  endpoint: Endpoint<Path, Query, undefined, Output>,
  input: RequestInput<Path, Query, undefined>,
): Promise<Output> {
  const known = getRefusal(client, endpoint, input);
  if (known !== null) throw known.error;
  const { connection } = client;
  try {
    return await client.request(endpoint, input);
  } catch (error) {
    // A refusal of a replaced key says nothing about the current key.
    if (isRefusal(error, endpoint) && connection === client.connection) {
      const names = refusalNames(endpoint.id, input);
      const name = isForAllProjects(error) ? names.forAllProjects : names.forProject;
      storeRefusal(connection.id, name, { at: Date.now(), status: error.status, body: error.body });
    }
    throw error;
  }
}

/** Forgets all refusals, and what pages have derived from them, so that pages request the endpoints again. */
export function retryRefusedEndpoints(backend: Backend): void {
  forgetRefusals(backend.client.connection.id);
  refreshAllData(backend);
}

/** Reads displayed data again, and other data when a page shows it. */
export function refreshAllData(backend: Backend): void {
  // Names that were refused aren't loaded again until they are reset.
  void backend.queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[2] === "catalog" });
  void backend.queryClient.invalidateQueries({}, { cancelRefetch: false });
  refreshCollections(backend, [], true);
}

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
 * Whether any missing endpoint may exist under the other path prefix. Web vitals never do, because both prefixes are
 * tried, nor do explicit members where access controls have taken their place.
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

/** Whether a failed read may succeed under the other path prefix. Requests another endpoint if none has responded. */
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
