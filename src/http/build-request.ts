// A header takes nothing else, and the browser's refusal would quote the key.
const SENDABLE_KEY = /^[\x21-\x7e]+$/;

/** What a request is made of beside its address and the key. */
interface RequestParts {
  readonly method: string;
  /** Media types that are wanted. */
  readonly accept: string;
  /** Text in JSON. */
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
}

/** Whether a header can carry the key. */
export function isSendableKey(key: string): boolean {
  return SENDABLE_KEY.test(key);
}

/** The one form of every request: without cookies, referrer, cache and redirects. */
export function buildRequest(url: string, key: string, parts: RequestParts): Request {
  const { method, accept, body, signal } = parts;
  return new Request(url, {
    method,
    headers: {
      Accept: accept,
      Authorization: `Bearer ${key}`,
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body }),
    signal,
    credentials: "omit",
    referrerPolicy: "no-referrer",
    cache: "no-store",
    // A redirect is never followed with the key on board.
    redirect: "manual",
  });
}
