// The security headers of the app. The servers here send them, and a test compares the help's configurations with them.

/**
 * Servers that the page may connect to when the deployment sets none: any by HTTPS, and those on the same machine.
 */
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
    // The only policy is in src/app/security/trusted-types.ts. It allows two workers of our own.
    "trusted-types default",
  ].join("; ");
}

const COMMON_HEADERS = {
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
};

/** Builds the headers of the app's own files. `connect` lists the servers beside the page's own origin. */
export function buildHeaders(connect = ANY_SERVER) {
  return { "Content-Security-Policy": buildContentSecurityPolicy(connect), ...COMMON_HEADERS };
}

/**
 * Headers of proxied responses. They share the page's origin, so a page among them must not be able to do anything.
 */
export const API_HEADERS = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  ...COMMON_HEADERS,
};

/** File names under /assets/ contain a content hash, so these files never change. */
export function getCacheControl(pathname) {
  return pathname.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
}
