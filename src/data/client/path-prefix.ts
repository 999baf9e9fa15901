import type { Client } from "@/http/client";
import { HttpError } from "@/http/errors";

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
 * `projects` have them under `environments` as well, and both are tried.
 */
export function isPrefixSuspected(client: Client): boolean {
  const isMissing = [...client.callLog.latest.values()].some(
    ({ url, error }) =>
      url.includes(`/api/${client.connection.prefix}/`) &&
      !url.includes("/web_vitals/") &&
      isEndpointMissing(error),
  );
  return isMissing && canOtherPrefixHelp(client);
}
