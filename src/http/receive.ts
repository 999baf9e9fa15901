import type { Fetch } from "./connection";
import { NetworkError, TimeoutError } from "./errors";

/** An answer that has arrived completely: text, or bytes where a file was asked for. */
export interface Arrived {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | Blob;
  /** Whether the call was to change something. */
  readonly wasWrite?: boolean;
}

interface Call {
  readonly fetch: Fetch;
  readonly build: (signal: AbortSignal) => Request;
  /** The caller's own way to cancel. */
  readonly cancel: AbortSignal | undefined;
  /** Milliseconds until the call is given up. */
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

async function arrive(fetch: Fetch, request: Request, isFile: boolean): Promise<Arrived> {
  const wasWrite = isWrite(request);
  const response = await send(fetch, request);
  const { status, headers } = response;
  if (isRedirect(response)) throw new NetworkError("redirect", { wasWrite });
  try {
    const body = await (isFile && response.ok ? response.blob() : response.text());
    return { status, headers, body, wasWrite };
  } catch (error) {
    throw new NetworkError("broken-off", { cause: error, wasWrite });
  }
}

/**
 * One try with its time limit, which covers the body too.
 * @throws NetworkError, TimeoutError, or the reason of `cancel` when that was aborted.
 */
export async function receive(call: Call): Promise<Arrived> {
  const { cancel, limit } = call;
  cancel?.throwIfAborted();
  const timeout = AbortSignal.timeout(limit);
  const request = call.build(cancel ? AbortSignal.any([cancel, timeout]) : timeout);
  try {
    return await arrive(call.fetch, request, call.isFile);
  } catch (error) {
    // An aborted request fails in the same way whoever aborted it, so the signals are asked.
    cancel?.throwIfAborted();
    if (timeout.aborted) throw new TimeoutError(limit, isWrite(request));
    throw error;
  }
}
