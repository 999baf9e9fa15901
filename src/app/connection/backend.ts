import { type Client, createClient } from "@/http/client";
import type { Connection, Fetch } from "@/http/connection";
import { consumeEarlyFetch } from "./early-fetch";

/** A fault of the demo backend and its endpoint (`*` for all). */
export interface DemoFault {
  readonly endpoint: string;
  readonly kind: string;
  readonly status?: number;
  readonly latencyMs?: number;
  readonly scopes?: readonly string[];
  /** For lists: maximum page length, count difference, and first affected offset. */
  readonly limit?: number;
  readonly by?: number;
  readonly fromOffset?: number;
  /** Error message. */
  readonly detail?: string;
  /** Format of lists without pages. */
  readonly form?: string;
}

/** Controls of the emulated backend for the settings page. */
export interface DemoControls {
  /** Storage of its records. Memory is lost when the tab closes. */
  storage(): Promise<"indexeddb" | "memory">;
  /** Restores the initial data. */
  reset(): Promise<void>;
  faults(): Promise<readonly DemoFault[]>;
  setFaults(faults: readonly DemoFault[]): Promise<void>;
  /** The age of the emulated server, such as `2025`. */
  generation(): Promise<string>;
  setGeneration(generation: string): Promise<void>;
}

/** The emulated backend, provided by `main.tsx`. Missing from a live-only build. */
export interface Demo {
  readonly fetch: Fetch;
  /** The emulator's key with every scope. Not valid for any server. */
  readonly key: string;
  readonly controls: DemoControls;
}

/** The active backend. */
export interface Backend {
  readonly client: Client;
  /** Null for a real server. */
  readonly demo: DemoControls | null;
}

const DEMO_CONNECTION: Omit<Connection, "key"> = {
  id: "demo",
  label: "Demo data",
  baseUrl: "",
  prefix: "environments",
};

export function createDemoBackend(demo: Demo): Backend {
  return {
    client: createClient({
      connection: { ...DEMO_CONNECTION, key: demo.key },
      fetch: demo.fetch,
      waitsForNewKey: true,
    }),
    demo: demo.controls,
  };
}

export function createLiveBackend(connection: Connection): Backend {
  return {
    client: createClient({
      connection,
      fetch: (request) => consumeEarlyFetch(request) ?? fetch(request),
      waitsForNewKey: true,
    }),
    demo: null,
  };
}
