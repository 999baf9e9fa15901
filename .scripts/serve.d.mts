import type { RequestListener } from "node:http";

export interface Site {
  readonly url: string;
  close(): Promise<unknown>;
}

/** Serves a build like a production server. Uses `port` or the next free port. Defaults to any free port. */
export function serve(options: {
  readonly folder: string;
  readonly port?: number;
  readonly host?: string;
}): Promise<Site>;

/** Creates the request handler that `serve` uses. */
export function createSiteHandler(options: {
  readonly folder: string;
  readonly isProxied?: boolean;
}): RequestListener;
