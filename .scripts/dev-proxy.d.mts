import type { Plugin } from "vite";
import type { Site } from "./serve.mjs";

/** Returns the server that `/api/` is proxied to; undefined for none. Throws a StepError for an invalid address. */
export function parseUpstream(text?: string): string | undefined;

/** Proxies `/api/` of the dev server and the preview server to a server address. */
export function devProxy(address?: string): Plugin;

/** Serves a build with `/api/` proxied to a server, on a port or the next free one (0, the default: any). */
export function serveWithProxy(options: {
  readonly build: "dist" | "dist-live";
  readonly upstream: string;
  readonly port?: number;
  readonly host?: string;
}): Promise<Site>;
