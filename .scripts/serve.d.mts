export interface Site {
  readonly url: string;
  close(): Promise<unknown>;
}

/** Serves a build like a production server. Uses `port`, or the next free port (0, the default: any). */
export function serve(options: {
  readonly folder: string;
  readonly port?: number;
  readonly host?: string;
}): Promise<Site>;
