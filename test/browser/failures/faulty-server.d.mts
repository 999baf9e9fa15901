import type { Site } from "../../../.scripts/serve.mjs";

/** What goes wrong on the way, for requests whose path fits. */
export type WireFault = { readonly path: RegExp } & (
  | { readonly kind: "refused" | "bad-certificate" | "no-cors" | "broken-off" | "silent" | "deprecated" }
  | { readonly kind: "answer"; readonly status: number; readonly body: object }
);

/** A server that fails when told to. */
export interface FaultyServer extends Site {
  /** Sets what goes wrong from now on; null for nothing. */
  readonly set: (fault: WireFault | null) => Promise<void>;
}

/** Starts it in front of an address. */
export function startFaultyServer(target: string): Promise<FaultyServer>;
