import { ContractError, HttpError } from "@/http/errors";

/**
 * Whether a server will not give something that the app can do without, however often it is asked: refused, not there,
 * or in a form nobody can read. A server that is only down or busy may give it later.
 */
export function isEndpointUnavailable(error: unknown): boolean {
  if (error instanceof ContractError) return true;
  return error instanceof HttpError && error.status < 500 && error.status !== 401 && error.status !== 429;
}
