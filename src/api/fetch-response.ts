import { boundWait } from "@/lib/time/wait";
import type { Fetch } from "./connection";
import { NetworkError, TimeoutError } from "./errors";

/** A response with its body, as text or as a blob for files. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | Blob;
  readonly isMutation?: boolean;
  readonly isTruncated?: boolean;
}

/**
 * Twenty times the size of a list page of 500 records. Parsing a larger response would freeze the
 * browser tab.
 */
export const MAX_RESPONSE_BYTES = 32_000_000;
/** An error response only needs room for its message. */
const MAX_ERROR_BYTES = 1_000_000;

interface Call {
  readonly fetch: Fetch;
  readonly build: (signal: AbortSignal) => Request;
  readonly cancelSignal: AbortSignal | undefined;
  /** Minimum time without data before the request is aborted. The total time is unlimited. */
  readonly idleTimeoutMs: number;
  readonly isFile: boolean;
}

function isMutatingRequest({ method }: Request): boolean {
  return method !== "GET";
}

function isOffline(): boolean {
  return typeof navigator !== "undefined" && navigator.onLine === false;
}

/**
 * Sends a request and resolves with the status and headers.
 * @throws NetworkError when the request gets no response
 */
export async function sendRequest(fetch: Fetch, request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    // `fetch` rejects with a TypeError for every network error.
    if (!(error instanceof TypeError)) throw error;
    throw new NetworkError(isOffline() ? "offline" : "unreachable", {
      cause: error,
      isMutation: isMutatingRequest(request),
    });
  }
}

/** Whether a response is a redirect. The browser hides the status and target of a redirect that isn't followed. */
export function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400);
}

/** Reads a response's text up to a byte limit. Calls `onBytes` for each chunk. */
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
    // Not awaited, because `cancel()` may never settle.
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

/** Aborts `stop` after at least `idleTimeoutMs` and at most twice `idleTimeoutMs` without data. */
function watchIdle(idleTimeoutMs: number, stop: AbortController) {
  let hasActivity = false;
  let timeoutSignal: AbortSignal;
  function watch(): void {
    timeoutSignal = AbortSignal.timeout(boundWait(idleTimeoutMs, 0));
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
    // Without this call, the listener would stay in memory until the timeout fires.
    end: () => timeoutSignal.removeEventListener("abort", check),
  };
}

/**
 * Sends one request and reads its body.
 * @throws NetworkError, TimeoutError when idle for too long, or the reason of `cancelSignal`
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
    // The error doesn't show which signal aborted the request, so each signal is checked.
    cancelSignal?.throwIfAborted();
    if (signal.aborted) throw new TimeoutError(idleTimeoutMs, isMutatingRequest(request));
    throw error;
  } finally {
    watch.end();
  }
}
