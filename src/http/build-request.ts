// Printable ASCII characters without spaces. With other characters, the `Authorization` header may
// be invalid, and the browser's error would contain the key.
const SENDABLE_KEY = /^[\x21-\x7e]+$/;

interface RequestParts {
  readonly method: string;
  readonly accept: string;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
}

export function isSendableKey(key: string): boolean {
  return SENDABLE_KEY.test(key);
}

/** Builds requests without cookies, referrer, cache or redirects. */
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
    // Redirects could send the key to another host.
    redirect: "manual",
  });
}
