import { ContractError, HttpError, NetworkError, TimeoutError } from "@/http/errors";

/** Whether a failed change may have been applied, because there was no usable response. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof HttpError) return error.isMutation && error.status >= 500;
  if (error instanceof NetworkError) {
    // The server didn't apply the change. It redirected the request, or never received a request with an invalid key.
    return error.isMutation && error.reason !== "redirect" && error.reason !== "key";
  }
  return (error instanceof TimeoutError || error instanceof ContractError) && error.isMutation;
}
