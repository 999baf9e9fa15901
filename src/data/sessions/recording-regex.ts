import { createRegex } from "@/contract/session-recordings";
import type { Api } from "@/data/client/api-context";
import { ContractError, HttpError, NetworkError, TimeoutError } from "@/http/errors";

// Unstable upstream: nothing but the regex helper's own feature may use this module (an architecture test).

/** Milliseconds until the answer is given up: a model is asked, which may think for a while. */
const TIMEOUT_MS = 90_000;

/**
 * Asks the server for a pattern that finds what the words describe. It changes nothing there, so it stands in no
 * journal and can be repeated.
 * @throws HttpError, NetworkError, TimeoutError, ContractError; the signal's reason when it is cancelled
 */
export async function requestRecordingRegex(api: Api, description: string, signal: AbortSignal) {
  try {
    return await api.client.request(createRegex, {
      path: { project_id: api.projectId },
      body: { regex: description },
      signal,
      timeoutMs: TIMEOUT_MS,
    });
  } catch (error) {
    throw toReadError(error);
  }
}

/** What the server answered to a question for a pattern. */
export type RecordingRegexResponse = Awaited<ReturnType<typeof requestRecordingRegex>>;

/** The same failure, of a call that was to change nothing: nobody has to look what became of it. */
function toReadError(error: unknown): unknown {
  if (error instanceof HttpError) return new HttpError(error.status, error.body, error.retryAfterMs);
  if (error instanceof NetworkError) return new NetworkError(error.reason, { cause: error.cause });
  if (error instanceof TimeoutError) return new TimeoutError(error.timeoutMs);
  if (error instanceof ContractError) return new ContractError(error.endpoint, error.issues, error.body);
  return error;
}
