import { act, render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, onTestFinished, vi } from "vitest";
import type { Demo } from "@/app/connection/backend";
import { App, startApp } from "@/app/routes/app";
import { routes } from "@/app/routes/route-table";
import { createEmulator, type Emulator } from "@/emulator/hosts/emulator";
import type { Fetch } from "@/http/connection";

/** The current time of all journeys, unless they set another one. */
export const JOURNEY_TIME = new Date("2026-11-21T10:00:00Z");

interface RenderAppOptions {
  /** Start URL. Project 1 of the seed is "Demo". */
  readonly path: string;
  readonly emulator?: Emulator;
  /** Handlers of live connections by origin. Requests to any other origin fail. */
  readonly servers?: Readonly<Record<string, Fetch>>;
  /** The site's `/config.json`. By default there is none, so no server is pinned. */
  readonly config?: () => Response;
  /** Simulates a reload in the same tab, with the browser's storage kept. */
  readonly isReload?: boolean;
  /** Set to false for a build without the demo. */
  readonly hasDemo?: boolean;
}

/** A request that the emulator received. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly body: unknown;
}

async function readBody(request: Request): Promise<unknown> {
  const text = await request.clone().text();
  return text === "" ? undefined : JSON.parse(text);
}

const noConfig = () => new Response(null, { status: 404 });

/** Fails the journey when it sends DELETE for a subscription, because the app deletes by PATCH. */
function forbidDeletions(): (request: Request) => void {
  const deletions: string[] = [];
  onTestFinished(() => expect({ deletions }).toEqual({ deletions: [] }));
  return ({ method, url }) => {
    if (method === "DELETE" && url.includes("/subscriptions/")) deletions.push(url);
  };
}

/** Stubs the network: the site's own config file and the servers. */
function stubNetwork(
  { config = noConfig, servers = {} }: RenderAppOptions,
  watch: (request: Request) => void,
): void {
  const originalFetch = globalThis.fetch;
  vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) => {
    if (input === "/config.json") return Promise.resolve(config());
    const server = input instanceof Request ? servers[new URL(input.url).origin] : undefined;
    if (input instanceof Request) watch(input);
    return server && input instanceof Request ? server(input) : originalFetch(input, init);
  });
}

/**
 * Runs everything that does not depend on a timer: responses of the emulator arrive and are rendered. Anything that
 * has not appeared afterwards never does.
 */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
  }
}

/** Renders the whole app on a new emulated backend, with the code of all pages loaded, and records its requests. */
export async function renderApp(options: RenderAppOptions) {
  const { path, emulator = createEmulator({ now: () => JOURNEY_TIME }), hasDemo = true } = options;
  const sent: SentRequest[] = [];
  const watch = forbidDeletions();
  const demo: Demo = {
    key: "phx_demo_all",
    fetch: async (request) => {
      watch(request);
      const { pathname, search } = new URL(request.url);
      sent.push({ method: request.method, path: pathname, search, body: await readBody(request) });
      return emulator.fetch(request);
    },
    controls: {
      storage: () => Promise.resolve("memory"),
      reset: () => emulator.reset(),
      faults: async () => emulator.faults.list(),
      setFaults: async (faults) => emulator.faults.set(faults),
      generation: async () => emulator.generation.current(),
      setGeneration: async (generation) => emulator.generation.set(generation),
    },
  };
  if (options.isReload !== true) {
    sessionStorage.clear();
    localStorage.clear();
  }
  window.history.pushState(null, "", path);
  stubNetwork(options, watch);
  // `act` does not wait for code that a click loads.
  await Promise.all(Object.values(routes).map((route) => route.load()));
  const view = await act(async () => render(<App initialSession={startApp(hasDemo ? demo : null)} />));
  onTestFinished(() => view.unmount());
  return { user: userEvent.setup(), emulator, sent, writes: () => sent.filter((r) => r.method !== "GET") };
}
