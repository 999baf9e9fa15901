import type { Plugin } from "vite";
import type { Site } from "./serve.mjs";

/** The server that `/api/` goes to; undefined for none. Throws a sentence for a wrong address. */
export function parseUpstream(text?: string): string | undefined;

/** With the address of a server: the dev server proxies `/api/` to it, and the preview server as well. */
export function devProxy(address?: string): Plugin;

/** Serves a build with `/api/` proxied to a server, at a port or the next free one (0, the default: any). */
export function serveWithProxy(options: {
  readonly build: "dist" | "dist-live";
  readonly upstream: string;
  readonly port?: number;
  readonly host?: string;
}): Promise<Site>;
