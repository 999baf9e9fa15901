export interface Connection {
  /** Stable ID for cache keys and storage. Doesn't contain the API key. */
  readonly id: string;
  /** Shown in the connection badge: "Demo data" or the host. */
  readonly label: string;
  /** Origin and optional path without a trailing slash. Empty for the page's own origin. */
  readonly baseUrl: string;
  /** `environments` by default, with `projects` as the alternative (upstream-facts, Everywhere). */
  readonly prefix: "environments" | "projects";
  /** Personal API key. Only sent to `baseUrl`. */
  readonly key: string;
}

/** The browser's `fetch`, or the emulator's. */
export type Fetch = (request: Request) => Promise<Response>;

export type BaseUrlResult =
  | { readonly ok: true; readonly baseUrl: string }
  | { readonly ok: false; readonly message: string };

// Matches path prefixes of the server's pages and API. The base path is the part before the match. A proxy may itself
// be mounted at `/api`, so only known API collections count.
const SERVER_PATHS =
  /\/(project|organization|settings|insights|dashboard|login|p)(\/.*)?$|\/api(\/(environments|projects|users|organizations)(\/.*)?)?\/?$/;

/**
 * Normalizes a server address from user input: adds the scheme and removes deep links
 * (`https://eu.posthog.com/project/12/dashboard` becomes `https://eu.posthog.com`).
 */
export function normalizeBaseUrl(text: string): BaseUrlResult {
  const typed = text.trim();
  if (typed === "") return { ok: false, message: "Enter a server address, such as https://eu.posthog.com." };
  const isLocal = /^(localhost|127\.|\[::1\])/.test(typed);
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `${isLocal ? "http" : "https"}://${typed}`;
  let url: URL;
  try {
    url = new URL(full);
  } catch {
    return { ok: false, message: `“${typed}” isn't a valid address. Example: https://eu.posthog.com` };
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return { ok: false, message: "Enter an address that starts with https:// or http://." };
  }
  if (url.username || url.password) {
    return { ok: false, message: "Remove the user name and password from the address." };
  }
  const path = url.pathname.replace(SERVER_PATHS, "").replace(/\/+$/, "");
  return { ok: true, baseUrl: url.origin + path };
}

/** Whether the key is a project key (`phc_`), which can only send events. */
export function isProjectKey(key: string): boolean {
  return key.startsWith("phc_");
}

/** Whether the address is an `http` address of another host, which sends everything unencrypted. */
export function isUnencrypted(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  const isLoopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === "http:" && !isLoopback;
}
