import { ContractError, HttpError, NetworkError, TimeoutError } from "@/http/errors";

/** Whether a failed change may have been applied, because the response was missing or unusable. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof HttpError) return error.isMutation && error.status >= 500;
  if (error instanceof NetworkError) {
    // After a redirect, the server hasn't applied the change. With an invalid key, nothing was sent.
    return error.isMutation && error.reason !== "redirect" && error.reason !== "key";
  }
  return (error instanceof TimeoutError || error instanceof ContractError) && error.isMutation;
}
