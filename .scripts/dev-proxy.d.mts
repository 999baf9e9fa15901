import type { Plugin } from "vite";
import type { Site } from "./serve.mjs";

/** Returns the server that `/api/` is proxied to, or undefined for none. Throws a StepError for an invalid address. */
export function parseUpstream(text?: string): string | undefined;

/** Proxies `/api/` of the dev server and the preview server to a server address. */
export function devProxy(address?: string): Plugin;

/** Serves a build and proxies `/api/` to a server. Uses `port`, or the next free port (0, the default: any). */
export function serveWithProxy(options: {
  readonly build: "dist" | "dist-live";
  readonly upstream: string;
  readonly port?: number;
  readonly host?: string;
}): Promise<Site>;
