import type { Fetch } from "./connection";
import { NetworkError, TimeoutError } from "./errors";

/** An answer that has arrived completely: text, or bytes where a file was asked for. */
export interface Arrived {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | Blob;
  /** Whether the call was to change something. */
  readonly wasWrite?: boolean;
  /** Whether more came than is read: then the text ends too early. */
  readonly isCut?: boolean;
}

/**
 * Most bytes of an answer that are read: twenty times a page of 500 records. Reading and parsing more would freeze the
 * page.
 */
export const MOST_BYTES = 32_000_000;
/** Of a refusal only its words count. */
const MOST_OF_REFUSAL = 1_000_000;

interface Call {
  readonly fetch: Fetch;
  readonly build: (signal: AbortSignal) => Request;
  /** The caller's own way to cancel. */
  readonly cancel: AbortSignal | undefined;
  /** Milliseconds of silence until the call is given up; an answer that comes slowly is waited for. */
  readonly limit: number;
  /** Whether a success carries a file. */
  readonly isFile: boolean;
}

/** Whether a call with this method may change something on the server. */
function isWrite({ method }: Request): boolean {
  return method !== "GET";
}

function isOffline(): boolean {
  return typeof navigator !== "undefined" && navigator.onLine === false;
}

/** The head of an answer. @throws NetworkError where none comes */
export async function send(fetch: Fetch, request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    // `fetch` rejects with a TypeError for every lost connection and says no more.
    if (!(error instanceof TypeError)) throw error;
    throw new NetworkError(isOffline() ? "offline" : "unreachable", {
      cause: error,
      wasWrite: isWrite(request),
    });
  }
}

/** Whether an answer is a redirect. The browser hides one that is not followed: neither status nor target can be read. */
export function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400);
}

/** The text of an answer as it comes, up to so many bytes; `onBytes` is called for each part. */
async function textOf(response: Response, most: number, onBytes: () => void) {
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
    if (bytes <= most) continue;
    // Nobody waits for what may never end.
    reader.cancel().catch(() => undefined);
    return { body: body.slice(0, most), isCut: true };
  }
}

async function arrive(call: Call, request: Request, onBytes: () => void): Promise<Arrived> {
  const wasWrite = isWrite(request);
  const response = await send(call.fetch, request);
  onBytes();
  const { status, headers, ok } = response;
  if (isRedirect(response)) throw new NetworkError("redirect", { wasWrite });
  try {
    if (call.isFile && ok) return { status, headers, body: await response.blob(), wasWrite };
    return {
      status,
      headers,
      wasWrite,
      ...(await textOf(response, ok ? MOST_BYTES : MOST_OF_REFUSAL, onBytes)),
    };
  } catch (error) {
    throw new NetworkError("broken-off", { cause: error, wasWrite });
  }
}

/** Ends `stop` once nothing was heard for `limit` ms, at the latest after twice as long. */
function watchSilence(limit: number, stop: AbortController) {
  let isHeard = false;
  let clock: AbortSignal;
  function watch(): void {
    clock = AbortSignal.timeout(limit);
    clock.addEventListener("abort", check, { once: true });
  }
  function check(): void {
    if (!isHeard) return stop.abort();
    isHeard = false;
    watch();
  }
  watch();
  return {
    hear: () => {
      isHeard = true;
    },
    // What listens to a clock is kept until it strikes.
    end: () => clock.removeEventListener("abort", check),
  };
}

/**
 * One try. Its time limit is for silence, and covers the body too.
 * @throws NetworkError, TimeoutError, or the reason of `cancel` when that was aborted.
 */
export async function receive(call: Call): Promise<Arrived> {
  const { cancel, limit } = call;
  cancel?.throwIfAborted();
  const silence = new AbortController();
  const watch = watchSilence(limit, silence);
  const { signal } = silence;
  const request = call.build(cancel ? AbortSignal.any([cancel, signal]) : signal);
  try {
    return await arrive(call, request, watch.hear);
  } catch (error) {
    // An aborted request fails in the same way whoever aborted it, so the signals are asked.
    cancel?.throwIfAborted();
    if (signal.aborted) throw new TimeoutError(limit, isWrite(request));
    throw error;
  } finally {
    watch.end();
  }
}
