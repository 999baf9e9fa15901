import type { Site } from "../../../.scripts/serve.mjs";

/** A connection fault for requests with a matching path and, optionally, this method. */
export type WireFault = { readonly path: RegExp; readonly method?: string | undefined } & (
  | { readonly kind: "refused" | "bad-certificate" | "no-cors" | "broken-off" | "silent" | "deprecated" }
  | { readonly kind: "answer"; readonly status: number; readonly body: object }
);

export interface FaultyServer extends Site {
  /**
   * Sets the fault until the next call, or removes it with null. The fault `silent` calls `onUnanswered` with the path
   * and query of each request.
   */
  readonly set: (fault: WireFault | null, onUnanswered?: (path: string) => void) => Promise<void>;
}

/** Starts a proxy in front of a server's URL. The proxy fails on demand. */
export function startFaultyServer(target: string): Promise<FaultyServer>;
