type Headers = Readonly<Record<string, string>>;

/**
 * Builds the headers of the app's own files. `connect` lists the servers beside the page's own origin; without it,
 * any HTTPS server.
 */
export function buildHeaders(connect?: readonly string[]): Headers;

/** Headers of proxied responses, which share the page's origin. */
export const API_HEADERS: Headers;

/** Returns the `Cache-Control` header of a file of the build. */
export function getCacheControl(pathname: string): string;
