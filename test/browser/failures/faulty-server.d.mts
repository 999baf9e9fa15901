import type { Site } from "../../../.scripts/serve.mjs";

/** A fault of the connection, for requests with a matching path, and of this method where it is given. */
export type WireFault = { readonly path: RegExp; readonly method?: string | undefined } & (
  | { readonly kind: "refused" | "bad-certificate" | "no-cors" | "broken-off" | "silent" | "deprecated" }
  | { readonly kind: "answer"; readonly status: number; readonly body: object }
);

/** A server that fails on demand. */
export interface FaultyServer extends Site {
  /** Sets the fault from now on; null for none. */
  readonly set: (fault: WireFault | null) => Promise<void>;
}

/** Starts the server in front of another server's URL. */
export function startFaultyServer(target: string): Promise<FaultyServer>;
