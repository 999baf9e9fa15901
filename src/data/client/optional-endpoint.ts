import type { Client, RequestInput } from "@/api/client";
import type { Endpoint } from "@/api/endpoint";
import { ContractError, HttpError } from "@/api/errors";
import type { Backend } from "@/data/backend/backend";
import { useApi } from "@/data/backend/backend";
import { forgetRefusals, readRefusals, storeRefusal } from "@/data/browser-storage/server-memory";
import { refreshCollections } from "@/data/collection/use-collection";
import { isEndpointMissing } from "./path-prefix";

/**
 * Whether an optional endpoint is permanently unavailable, because it is forbidden, missing or unreadable. Server
 * errors, invalid API keys, sign-in pages in front of the server and throttling are temporary.
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
  const { project_id: project } = path;
  return {
    forAllProjects,
    forProject: project === undefined ? forAllProjects : `${forAllProjects} ${project}`,
  };
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

/** Returns a function that requests refused endpoints again. */
export function useRetryRefusedEndpoints(): () => void {
  const api = useApi();
  return () => retryRefusedEndpoints(api);
}

/** Reads displayed data again, and other data when a page shows it. */
export function refreshAllData(backend: Backend): void {
  // Names that were refused aren't loaded again until they are reset.
  void backend.queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[2] === "catalog" });
  void backend.queryClient.invalidateQueries({}, { cancelRefetch: false });
  refreshCollections(backend, [], true);
}
