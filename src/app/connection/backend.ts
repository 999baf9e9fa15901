import { forgetRefusals } from "@/data/browser-storage/stored-refusals";
import { type Client, type ClientOptions, createClient } from "@/http/client";
import type { Connection } from "@/http/connection";
import { HALF_OF_SERVER_LIMITS } from "@/http/request-budget";
import { DEMO_CONNECTION } from "./demo-connection";

/** A fault of the demo backend. `*` applies it to all endpoints. */
export interface DemoFault {
  readonly endpoint: string;
  readonly kind: string;
  readonly status?: number;
  readonly latencyMs?: number;
  readonly scopes?: readonly string[];
  /**
   * For list faults. `limit` is the maximum page length. `by` is added to the count. `fromOffset`
   * is the first affected offset.
   */
  readonly limit?: number;
  readonly by?: number;
  readonly fromOffset?: number;
  readonly detail?: string;
  /** Variant of the response, such as `envelope` for a list or `daily` for web vitals. */
  readonly form?: string;
}

export interface DemoControls {
  /** Where the backend stores records. Memory is cleared when the tab closes. */
  storage(): Promise<"browser" | "memory">;
  reset(): Promise<void>;
  faults(): Promise<readonly DemoFault[]>;
  setFaults(faults: readonly DemoFault[]): Promise<void>;
  /** Generation of the emulated server, such as `2025`. */
  generation(): Promise<string>;
  setGeneration(generation: string): Promise<void>;
}

/** The emulated backend, provided by `main.tsx`. Live-only builds don't contain it. */
export interface Demo extends Pick<ClientOptions, "fetch" | "sleep"> {
  readonly controls: DemoControls;
}

export interface Backend {
  readonly client: Client;
  /** Null for a real server. */
  readonly demo: DemoControls | null;
}

/** Wraps a control whose effect makes earlier refusals of the demo outdated. */
function forgettingRefusals<Input extends readonly unknown[]>(control: (...input: Input) => Promise<void>) {
  return async (...input: Input): Promise<void> => {
    await control(...input);
    forgetRefusals(DEMO_CONNECTION.id);
  };
}

export function createDemoBackend(demo: Demo): Backend {
  const { controls } = demo;
  return {
    client: createClient({
      ...demo,
      connection: DEMO_CONNECTION,
      waitsForNewKey: true,
    }),
    demo: {
      ...controls,
      reset: forgettingRefusals(controls.reset),
      setFaults: forgettingRefusals(controls.setFaults),
      setGeneration: forgettingRefusals(controls.setGeneration),
    },
  };
}

export function createLiveBackend(connection: Connection): Backend {
  return {
    client: createClient({
      connection,
      fetch: (request) => fetch(request),
      waitsForNewKey: true,
      requestLimits: HALF_OF_SERVER_LIMITS,
    }),
    demo: null,
  };
}
