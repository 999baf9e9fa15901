import type { Fetch } from "./connection";
import { NetworkError, TimeoutError } from "./errors";

/** An answer that has arrived completely: text, or bytes where a file was asked for. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | Blob;
  /** Whether the call was to change something. */
  readonly isMutation?: boolean;
  /** Whether more came than is read: then the text ends too early. */
  readonly isTruncated?: boolean;
}

/**
 * Most bytes of an answer that are read: twenty times a page of 500 records. Reading and parsing more would freeze the
 * page.
 */
export const MAX_RESPONSE_BYTES = 32_000_000;
/** Of a refusal only its words count. */
const MAX_ERROR_BYTES = 1_000_000;

interface Call {
  readonly fetch: Fetch;
  readonly build: (signal: AbortSignal) => Request;
  /** The caller's own way to cancel. */
  readonly cancelSignal: AbortSignal | undefined;
  /** Milliseconds of silence until the call is given up; an answer that comes slowly is waited for. */
  readonly idleTimeoutMs: number;
  /** Whether a success carries a file. */
  readonly isFile: boolean;
}

/** Whether a call with this method may change something on the server. */
function isMutatingRequest({ method }: Request): boolean {
  return method !== "GET";
}

function isOffline(): boolean {
  return typeof navigator !== "undefined" && navigator.onLine === false;
}

/** The head of an answer. @throws NetworkError where none comes */
export async function sendRequest(fetch: Fetch, request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    // `fetch` rejects with a TypeError for every lost connection and says no more.
    if (!(error instanceof TypeError)) throw error;
    throw new NetworkError(isOffline() ? "offline" : "unreachable", {
      cause: error,
      isMutation: isMutatingRequest(request),
    });
  }
}

/** Whether an answer is a redirect. The browser hides one that is not followed: neither status nor target can be read. */
export function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400);
}

/** The text of an answer as it comes, up to so many bytes; `onBytes` is called for each part. */
async function readText(response: Response, maxBytes: number, onBytes: () => void) {
  const reader = response.body?.getReader();
  if (reader === undefined) return { body: "" };
  const decoder = new TextDecoder();
  let body = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { body: body + decoder.decode() };
    onBytes();
    bytes += value.byteLength;
    body += decoder.decode(value, { stream: true });
    if (bytes <= maxBytes) continue;
    // Nobody waits for what may never end.
    reader.cancel().catch(() => undefined);
    return { body: body.slice(0, maxBytes), isTruncated: true };
  }
}

async function sendAndRead(call: Call, request: Request, onBytes: () => void): Promise<RawResponse> {
  const isMutation = isMutatingRequest(request);
  const response = await sendRequest(call.fetch, request);
  onBytes();
  const { status, headers, ok } = response;
  if (isRedirect(response)) throw new NetworkError("redirect", { isMutation });
  try {
    if (call.isFile && ok) return { status, headers, body: await response.blob(), isMutation };
    return {
      status,
      headers,
      isMutation,
      ...(await readText(response, ok ? MAX_RESPONSE_BYTES : MAX_ERROR_BYTES, onBytes)),
    };
  } catch (error) {
    throw new NetworkError("broken-off", { cause: error, isMutation });
  }
}

/** Ends `stop` once nothing was heard for `limit` ms, at the latest after twice as long. */
function watchIdle(idleTimeoutMs: number, stop: AbortController) {
  let hasActivity = false;
  let timeoutSignal: AbortSignal;
  function watch(): void {
    timeoutSignal = AbortSignal.timeout(idleTimeoutMs);
    timeoutSignal.addEventListener("abort", check, { once: true });
  }
  function check(): void {
    if (!hasActivity) return stop.abort();
    hasActivity = false;
    watch();
  }
  watch();
  return {
    noteActivity: () => {
      hasActivity = true;
    },
    // What listens to a clock is kept until it strikes.
    end: () => timeoutSignal.removeEventListener("abort", check),
  };
}

/**
 * One try. Its time limit is for silence, and covers the body too.
 * @throws NetworkError, TimeoutError, or the reason of `cancel` when that was aborted.
 */
export async function fetchResponse(call: Call): Promise<RawResponse> {
  const { cancelSignal, idleTimeoutMs } = call;
  cancelSignal?.throwIfAborted();
  const idleAbort = new AbortController();
  const watch = watchIdle(idleTimeoutMs, idleAbort);
  const { signal } = idleAbort;
  const request = call.build(cancelSignal ? AbortSignal.any([cancelSignal, signal]) : signal);
  try {
    return await sendAndRead(call, request, watch.noteActivity);
  } catch (error) {
    // An aborted request fails in the same way whoever aborted it, so the signals are asked.
    cancelSignal?.throwIfAborted();
    if (signal.aborted) throw new TimeoutError(idleTimeoutMs, isMutatingRequest(request));
    throw error;
  } finally {
    watch.end();
  }
}
