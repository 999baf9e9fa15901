import { cleanPasted } from "@/lib/text/normalize-text";

export interface Connection {
  /** Stable ID for cache keys and storage. Doesn't contain the API key. */
  readonly id: string;
  /** Label in the connection badge: "Demo data" or the host. */
  readonly label: string;
  /** Origin and optional path, without a trailing slash. Empty for the app's own origin. */
  readonly baseUrl: string;
  /** Segment after `/api`, as in `/api/environments/2/`. The default is `environments` (upstream-facts, Everywhere). */
  readonly prefix: "environments" | "projects";
  /** Personal API key. Only sent to `baseUrl`. */
  readonly key: string;
}

/** Sends requests with the browser's `fetch` or the mocks. */
export type Fetch = (request: Request) => Promise<Response>;

export type BaseUrlResult =
  | { readonly ok: true; readonly baseUrl: string }
  | { readonly ok: false; readonly message: string };

// Match the part of a path that belongs to the server's API or its pages. Everything before the match is the base
// path. A proxy may serve the server below `/api`, so the pattern lists known API collections.
const API_PATH = /\/api(\/(environments|projects|users|organizations)(\/.*)?)?\/?$/;
const PAGE_PATH =
  /\/(project|organization|settings|insights?|dashboards?|login|signup|home|web|persons?|people|events?|activity|replay|recordings|cohorts|annotations|subscriptions|exports|sql|p)(\/.*)?$/;

/** Adds the scheme, and repairs what pasting often breaks. */
function parseAddress(
  text: string,
): { readonly ok: true; readonly url: URL } | Exclude<BaseUrlResult, { ok: true }> {
  const typed = cleanPasted(text)
    .replace(/^["'“”‘’<]+|["'“”‘’>]+$/g, "")
    // Without two slashes, "https" would become the host.
    .replace(/^(https?)(?::\/?(?!\/)|:?\/\/+)(?=[^/\d])/i, "$1://");
  if (typed === "") return { ok: false, message: "Enter a server address, such as https://eu.posthog.com." };
  const isLocal = /^(localhost|127\.|\[::1\])/.test(typed);
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `${isLocal ? "http" : "https"}://${typed}`;
  let url: URL;
  try {
    url = new URL(full);
  } catch {
    return { ok: false, message: `“${typed}” isn't a valid address. Enter one like https://eu.posthog.com.` };
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return { ok: false, message: "Enter an address that starts with https:// or http://." };
  }
  if (/^https?$/.test(url.hostname)) {
    return { ok: false, message: `“${typed}” isn't a valid address. Enter one like https://eu.posthog.com.` };
  }
  if (url.username || url.password) {
    return { ok: false, message: "Remove the user name and password from the address." };
  }
  return { ok: true, url };
}

/**
 * Normalizes a server address from user input. Adds the scheme and removes the path of a page:
 * `eu.posthog.com/project/12/dashboard` becomes `https://eu.posthog.com`.
 * @param keepsPagePath whether a path that looks like a page's belongs to the address
 */
export function normalizeBaseUrl(text: string, keepsPagePath = false): BaseUrlResult {
  const address = parseAddress(text);
  if (!address.ok) return address;
  const { origin, pathname } = address.url;
  const path = pathname.replace(API_PATH, "");
  const basePath = keepsPagePath ? path : path.replace(PAGE_PATH, "");
  return { ok: true, baseUrl: origin + basePath.replace(/\/+$/, "") };
}

/**
 * Returns the part of an address that looks like a page, or null. It may as well belong to the server's base path, so
 * the user must see the resulting address before the key is sent to it.
 */
export function findPagePath(text: string): string | null {
  const address = parseAddress(text);
  return address.ok ? (PAGE_PATH.exec(address.url.pathname)?.[0] ?? null) : null;
}

/** Whether the key is a project key (`phc_`). Project keys can only send events. */
export function isProjectKey(key: string): boolean {
  return key.startsWith("phc_");
}

/** Whether requests to the address would be unencrypted. False for loopback addresses. */
export function isUnencrypted(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  const isLoopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === "http:" && !isLoopback;
}
