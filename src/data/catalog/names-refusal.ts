import { HttpError } from "@/api/errors";
import { isEndpointUnavailable } from "@/data/client/optional-endpoint";
import type { NamesRefusal } from "./source-labels";

/** Returns why an optional endpoint is permanently unavailable. Returns null for a temporary error. */
export function getNamesRefusal(error: unknown): NamesRefusal | null {
  if (!isEndpointUnavailable(error)) return null;
  return error instanceof HttpError && error.missingScope !== null ? "scope" : "endpoint";
}
