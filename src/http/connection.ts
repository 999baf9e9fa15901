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
