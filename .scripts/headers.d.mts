type Headers = Readonly<Record<string, string>>;

/**
 * Returns the headers of the app's files. `connect` lists the servers that are allowed besides the
 * page's own origin. Defaults to any HTTPS server, and servers on this machine.
 */
export function buildHeaders(connect?: readonly string[]): Headers;

/** Headers of all responses, besides the Content Security Policy. */
export const COMMON_HEADERS: Headers;

/** Headers of proxied responses, which share the page's origin. */
export const API_HEADERS: Headers;

/** Returns the `Cache-Control` header of a file in the build. */
export function getCacheControl(pathname: string): string;
