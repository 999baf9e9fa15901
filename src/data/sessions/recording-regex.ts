import { ContractError, HttpError, NetworkError, TimeoutError } from "@/api/errors";
import { createRegex } from "@/api/sessions";
import type { Api } from "@/data/backend/backend";

// The endpoint is unstable. Only the regex helper imports this module.

/** Long, because the server queries an AI model. */
const TIMEOUT_MS = 90_000;

/** Generates a pattern. Changes nothing on the server, so the request can be repeated and isn't in the journal. */
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

export type RecordingRegexResponse = Awaited<ReturnType<typeof requestRecordingRegex>>;

export type ParsedResponse =
  | { readonly kind: "pattern"; readonly pattern: string }
  /** The server found no pattern. `message` is its reason, if it gave one. */
  | { readonly kind: "none"; readonly message: string | null }
  /** The response has neither a pattern nor a reason. */
  | { readonly kind: "nothing" };

/**
 * Parses a response. Its `output` is the pattern, or the reason if `result` is "error". Removes line breaks around the
 * pattern, because models add them and a single-line input would hide them. Escapes other line breaks.
 */
export function parseGeneratedRegex({ result, data }: RecordingRegexResponse): ParsedResponse {
  const output = data?.output ?? "";
  if (result === "error") return { kind: "none", message: output.trim() || null };
  const pattern = output
    .replace(/^[\r\n]+|[\r\n]+$/g, "")
    .replaceAll("\r", "\\r")
    .replaceAll("\n", "\\n");
  return pattern.trim() === "" ? { kind: "nothing" } : { kind: "pattern", pattern };
}

/** Without this, the failure of a POST request would count as a change with an unknown outcome. */
function toReadError(error: unknown): unknown {
  if (error instanceof HttpError) return new HttpError(error.status, error.body, error.retryAfterMs);
  if (error instanceof NetworkError) return new NetworkError(error.reason, { cause: error.cause });
  if (error instanceof TimeoutError) return new TimeoutError(error.timeoutMs);
  if (error instanceof ContractError) return new ContractError(error.endpoint, error.issues, error.body);
  return error;
}
