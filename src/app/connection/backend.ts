import { type Client, createClient } from "@/http/client";
import type { Connection, Fetch } from "@/http/connection";
import { consumeEarlyFetch } from "./early-fetch";

/** What a fault of the demo backend does, and to which endpoint (`*` for all). */
export interface DemoFault {
  readonly endpoint: string;
  readonly kind: string;
  readonly status?: number;
  readonly latencyMs?: number;
  readonly scopes?: readonly string[];
  /** For lists: most rows of a page, by how many the count is wrong, and the first offset that is hit. */
  readonly limit?: number;
  readonly by?: number;
  readonly fromOffset?: number;
  /** The server's words of a refusal. */
  readonly detail?: string;
  /** The form of lists without pages. */
  readonly form?: string;
}

/** Steering of the emulated backend, as the settings page uses it. */
export interface DemoControls {
  /** Where its records are kept: gone with the tab when it is memory. */
  storage(): Promise<"indexeddb" | "memory">;
  /** Back to the seed. */
  reset(): Promise<void>;
  faults(): Promise<readonly DemoFault[]>;
  setFaults(faults: readonly DemoFault[]): Promise<void>;
}

/** The emulated backend as `main.tsx` hands it in; absent from a live-only build. */
export interface Demo {
  readonly fetch: Fetch;
  /** A key of the emulator's own, with every scope; it opens nothing else. */
  readonly key: string;
  readonly controls: DemoControls;
}

/** What the app talks to at the moment. */
export interface Backend {
  readonly client: Client;
  /** Set when the backend is the emulated one. */
  readonly demo: DemoControls | null;
}

const DEMO_CONNECTION: Omit<Connection, "key"> = {
  id: "demo",
  label: "Demo data",
  baseUrl: "",
  prefix: "environments",
};

/** Talks to the emulated backend. */
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

/** Talks to a real server. */
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
