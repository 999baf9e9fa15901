type Headers = Readonly<Record<string, string>>;

/** Headers of the app's own files. `connect` names the servers beside the page's own origin; without it: any by HTTPS. */
export function buildHeaders(connect?: readonly string[]): Headers;

/** Headers of what a proxied server answers under the page's origin. */
export const API_HEADERS: Headers;

/** `Cache-Control` of a file of the build. */
export function getCacheControl(pathname: string): string;
