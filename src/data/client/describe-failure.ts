import type { Client } from "@/http/client";
import { describeError } from "@/http/describe-error";
import { HttpError } from "@/http/errors";
import type { Problem } from "@/lib/text/problem";

/** A failed call in words; null where the app itself says it, once for every page: nothing else may then. */
export function describeFailure(client: Client, error: unknown): Problem | null {
  if (!(error instanceof HttpError) || !error.isAboutKey) return describeError(error);
  if (client.connectionStatus.get().keyRefusal !== null) return null;
  return {
    title: "The key was changed while this was on its way",
    detail: "The server refused the key before it, so nothing was done. Send it again.",
    canRetry: true,
  };
}
