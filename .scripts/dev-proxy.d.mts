import type { Plugin } from "vite";
import type { Site } from "./serve.mjs";

/**
 * Returns the server to which `/api/` is proxied, or undefined if the variable isn't set. Throws a StepError for an
 * invalid address.
 */
export function parseUpstream(text?: string): string | undefined;

/** Proxies `/api/` of the dev and preview servers to a server. */
export function devProxy(address?: string): Plugin;

/** Serves a build and proxies `/api/` to a server. Uses `port` or the next free port. Defaults to any free port. */
export function serveWithProxy(options: {
  readonly build: "dist" | "dist-live";
  readonly upstream: string;
  readonly port?: number;
  readonly host?: string;
}): Promise<Site>;
