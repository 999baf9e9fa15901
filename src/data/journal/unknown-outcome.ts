import { ContractError, HttpError, NetworkError, TimeoutError } from "@/api/errors";

/** Whether a failed change may have been applied, because the response was missing or unusable. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof HttpError) return error.isMutation && error.status >= 500;
  if (error instanceof NetworkError) {
    // With an invalid key, nothing was sent. Servers may redirect after they have applied a change.
    return error.isMutation && error.reason !== "key";
  }
  return (error instanceof TimeoutError || error instanceof ContractError) && error.isMutation;
}
