import type { Client } from "@/http/client";
import { HttpError } from "@/http/errors";

/** Whether the endpoint is missing, at least under the current path prefix. */
export function isEndpointMissing(error: unknown): boolean {
  return error instanceof HttpError && error.status === 404 && error.detail === "Endpoint not found.";
}

/**
 * The only endpoint that some servers have under just one path prefix (server-generations, At a
 * glance).
 */
const PREFIX_ONLY = { endpoint: "webVitals.get", prefix: "environments" };

/**
 * Whether a missing endpoint may exist under the other path prefix. If the server has other
 * endpoints under the current prefix, the other prefix doesn't help, except for `PREFIX_ONLY`.
 */
export function canOtherPrefixHelp({ connection, callLog }: Client, endpoint: string): boolean {
  const { prefix } = connection;
  if (endpoint === PREFIX_ONLY.endpoint && prefix !== PREFIX_ONLY.prefix) return true;
  const underPrefix = new RegExp(`/api/${prefix}/[^/]+/.`);
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

/** Whether any missing endpoint may exist under the other path prefix. */
export function isPrefixSuspected(client: Client): boolean {
  return [...client.callLog.latest.values()].some(
    ({ endpoint, error }) => isEndpointMissing(error) && canOtherPrefixHelp(client, endpoint),
  );
}
