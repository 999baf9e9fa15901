import { ContractError, HttpError } from "@/http/errors";

/**
 * Whether an optional endpoint is permanently unavailable, because it is forbidden, missing or unreadable. Server
 * errors, invalid API keys and throttling are temporary.
 */
export function isEndpointUnavailable(error: unknown): boolean {
  if (error instanceof ContractError) return true;
  return error instanceof HttpError && error.status < 500 && error.status !== 401 && error.status !== 429;
}
