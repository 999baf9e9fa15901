/** A running server. */
export interface Site {
  readonly url: string;
  close(): Promise<unknown>;
}

/** Serves a build like a production server, on a port or the next free one (0, the default: any). */
export function serve(options: {
  readonly folder: string;
  readonly port?: number;
  readonly host?: string;
}): Promise<Site>;
