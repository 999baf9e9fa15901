// The security headers of the app. The servers here send them, and a test compares the help's configurations with them.

/** Servers that people may connect to where the deployment does not say: any by HTTPS, and those on the same machine. */
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
    // The one policy is that of src/app/security/trusted-types.ts: two workers of our own.
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

/** Headers of the app's own files. `connect` names the servers beside the page's own origin. */
export function buildHeaders(connect = ANY_SERVER) {
  return { "Content-Security-Policy": buildContentSecurityPolicy(connect), ...COMMON_HEADERS };
}

/** Headers of what a proxied server answers: it shares the page's origin, so a page of its own must be able to do nothing. */
export const API_HEADERS = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  ...COMMON_HEADERS,
};

/** Names under /assets/ hold a hash of their content, so they never change. */
export function getCacheControl(pathname) {
  return pathname.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
}
