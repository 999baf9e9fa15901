import type { Client } from "@/api/client";
import { describeError } from "@/api/describe-error";
import { HttpError } from "@/api/errors";
import type { Problem } from "@/lib/text/problem";

/**
 * Describes a failed call. Returns null for a rejected API key if the app already reports it for
 * all pages.
 */
export function describeFailure(client: Client, error: unknown): Problem | null {
  if (!(error instanceof HttpError) || !error.isAboutKey) return describeError(error);
  if (client.connectionStatus.get().keyRefusal !== null) return null;
  return {
    title: "The API key changed during the request",
    detail: "The previous key was rejected, so nothing was saved. Try again.",
    canRetry: true,
  };
}
