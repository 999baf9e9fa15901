import { type ClientOptions, createClient } from "@/api/client";
import type { Connection } from "@/api/connection";
import { HALF_OF_INSIGHT_LIMITS, HALF_OF_SERVER_LIMITS, type UsageStorage } from "@/api/request-budget";
import type { Backend } from "@/data/backend/backend";
import { createBackend } from "@/data/backend/create-backend";
import { forgetRefusals } from "@/data/browser-storage/local-storage";
import { DEMO_CONNECTION_ID, hashId } from "./connection-storage";

/** A scenario of the mocks, such as `server-error`, for an endpoint. `*` applies it to all endpoints. */
export interface DemoScenario {
  readonly endpoint: string;
  readonly name: string;
}

/** Which server the mocks imitate: the API document's, or one of 2026. */
export type DemoProfile = "contract" | "newer";

export interface DemoControls {
  /** Where the backend stores records. Memory is cleared when the tab closes. */
  storage(): Promise<"browser" | "memory">;
  reset(): Promise<void>;
  scenarios(): Promise<readonly DemoScenario[]>;
  setScenarios(scenarios: readonly DemoScenario[]): Promise<void>;
  profile(): Promise<DemoProfile>;
  setProfile(profile: DemoProfile): Promise<void>;
}

/** The mocked backend, provided by `main.tsx`. Live-only builds don't contain it. */
export interface Demo extends Pick<ClientOptions, "fetch" | "sleep"> {
  readonly controls: DemoControls;
}

export interface AppBackend extends Backend {
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

export function createDemoBackend(demo: Demo): AppBackend {
  const { controls } = demo;
  return {
    ...createBackend(createClient({ ...demo, connection: DEMO_CONNECTION, waitsForNewKey: true })),
    demo: {
      ...controls,
      reset: forgettingRefusals(controls.reset),
      setScenarios: forgettingRefusals(controls.setScenarios),
      setProfile: forgettingRefusals(controls.setProfile),
    },
  };
}

/** Returns null where the browser forbids storage. Requests of other tabs then don't count. */
function findUsageStorage(name: string): UsageStorage | null {
  try {
    return { area: localStorage, name };
  } catch {
    return null;
  }
}

export function createLiveBackend(connection: Connection): AppBackend {
  const name = hashId(connection.baseUrl);
  const client = createClient({
    connection,
    fetch: (request) => fetch(request),
    waitsForNewKey: true,
    budget: { limits: HALF_OF_SERVER_LIMITS, storage: findUsageStorage(name) },
    insightBudget: { limits: HALF_OF_INSIGHT_LIMITS, storage: findUsageStorage(`${name}-insights`) },
  });
  return { ...createBackend(client), demo: null };
}

/**
 * The mocked backend. Its key has every scope. Real servers don't accept it, and builds without the demo don't
 * contain it.
 */
export const DEMO_CONNECTION: Connection = {
  id: DEMO_CONNECTION_ID,
  label: "Demo data",
  baseUrl: "",
  prefix: "environments",
  key: __WITH_DEMO__ ? "phx_demo_all" : "",
};
