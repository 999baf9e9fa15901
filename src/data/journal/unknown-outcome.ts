import { ContractError, HttpError, NetworkError, TimeoutError } from "@/http/errors";

/** Whether a write that failed may have been done all the same: no answer came, or none that says. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof HttpError) return error.isMutation && error.status >= 500;
  if (error instanceof NetworkError) {
    // These two say that the server did not act: it sent the request away, or it never got one.
    return error.isMutation && error.reason !== "redirect" && error.reason !== "key";
  }
  return (error instanceof TimeoutError || error instanceof ContractError) && error.isMutation;
}
