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
