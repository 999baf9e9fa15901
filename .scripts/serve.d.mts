/** A running server: its origin, and how it stops. */
export interface Site {
  readonly url: string;
  close(): Promise<unknown>;
}

/** Serves a build at a port or the next free one (0, the default: any) as a production server would. */
export function serve(options: {
  readonly folder: string;
  readonly port?: number;
  readonly host?: string;
}): Promise<Site>;
