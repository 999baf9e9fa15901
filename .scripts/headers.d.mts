type Headers = Readonly<Record<string, string>>;

/**
 * Builds the headers of the app's own files. `connect` lists allowed servers besides the page's own origin. By default,
 * any HTTPS server is allowed.
 */
export function buildHeaders(connect?: readonly string[]): Headers;

/** Headers of proxied responses, which share the page's origin. */
export const API_HEADERS: Headers;

/** Returns the `Cache-Control` header for a file in the build. */
export function getCacheControl(pathname: string): string;
