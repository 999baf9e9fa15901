/** Where the app's requests go, and as whom. */
export interface Connection {
  /** Stable name for cache keys and storage; contains no key. */
  readonly id: string;
  /** What the badge shows: "Demo data" or the host. */
  readonly label: string;
  /** Origin and optional path without a trailing slash; empty for the page's own origin. */
  readonly baseUrl: string;
  /** `environments` by default, `projects` on servers where that is the alias (upstream-facts, Everywhere). */
  readonly prefix: "environments" | "projects";
  /** Personal API key; sent to `baseUrl` alone. */
  readonly key: string;
}

/** The part of `fetch` that requests go through: the browser's, or the emulator's. */
export type Fetch = (request: Request) => Promise<Response>;

/** A server address in the form connections keep it, or why it is none. */
export type BaseUrlResult =
  | { readonly ok: true; readonly baseUrl: string }
  | { readonly ok: false; readonly message: string };

// First parts of the server's own pages and of its API: what stands before them is where the server lives.
// A proxy may itself live below `/api`, so of the API only its known collections count.
const SERVER_PATHS =
  /\/(project|organization|settings|insights|dashboard|login|p)(\/.*)?$|\/api(\/(environments|projects|users|organizations)(\/.*)?)?\/?$/;

/**
 * Reads what a person typed or pasted as a server address: adds the scheme, and cuts a deep link down to the
 * server (`https://eu.posthog.com/project/12/dashboard` is `https://eu.posthog.com`).
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
    return { ok: false, message: "The address must start with https://, or http:// on this computer." };
  }
  if (url.username || url.password) {
    return { ok: false, message: "Remove the user name and password from the address." };
  }
  const path = url.pathname.replace(SERVER_PATHS, "").replace(/\/+$/, "");
  return { ok: true, baseUrl: url.origin + path };
}

/** True for a project key (`phc_`), which only sends events and cannot read the API. */
export function isProjectKey(key: string): boolean {
  return key.startsWith("phc_");
}

/** True for an address that sends everything readable over a network: `http`, and not on this computer. */
export function isUnencrypted(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  const isLoopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === "http:" && !isLoopback;
}
