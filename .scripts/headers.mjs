// The app's security headers. All servers in this folder that serve a build send them. A test
// compares them with the server configurations in the help pages.

/** Servers to which the page may connect by default: any HTTPS server, and servers on this machine. */
const ANY_SERVER = ["https:", "http://localhost:*", "http://127.0.0.1:*"];

function buildContentSecurityPolicy(connect) {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(" "),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    // src/app/security/trusted-types.ts creates the only policy. It allows the app's two workers.
    "trusted-types default",
  ].join("; ");
}

/** Headers of all responses, besides the Content Security Policy. */
export const COMMON_HEADERS = {
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
};

/**
 * Returns the headers of the app's own files.
 * @param connect servers to which the page may connect, as `connect-src` sources
 */
export function buildHeaders(connect = ANY_SERVER) {
  return { "Content-Security-Policy": buildContentSecurityPolicy(connect), ...COMMON_HEADERS };
}

/** Proxied responses share the page's origin, so these headers disable everything in a proxied page. */
export const API_HEADERS = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  ...COMMON_HEADERS,
};

/**
 * Returns the `Cache-Control` header for a path. Names of files in /assets/ contain a content hash,
 * so these files never change.
 */
export function getCacheControl(pathname) {
  return pathname.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
}
