import { act, render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { onTestFinished, vi } from "vitest";
import { App, startApp } from "@/app/app";
import type { Demo } from "@/app/backend";
import { routes } from "@/app/route-table";
import { createEmulator, type Emulator } from "@/emulator/emulator";

/** The moment at which every journey plays, unless it says otherwise. */
export const JOURNEY_TIME = new Date("2026-11-21T10:00:00Z");

interface Options {
  /** Address to begin at; the seed's project 1 is "Demo". */
  readonly path: string;
  readonly emulator?: Emulator;
}

/** A request as the emulator received it. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly body: unknown;
}

async function bodyOf(request: Request): Promise<unknown> {
  const text = await request.clone().text();
  return text === "" ? undefined : JSON.parse(text);
}

/** The files that the site itself serves: here none, so no server is pinned. */
function serveSite(): void {
  const elsewhere = globalThis.fetch;
  vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) =>
    input === "/config.json" ? Promise.resolve(new Response(null, { status: 404 })) : elsewhere(input, init),
  );
}

/** Renders the whole app on a fresh emulated backend, with the code of all pages loaded, and records what it sends. */
export async function renderApp({ path, emulator = createEmulator({ now: () => JOURNEY_TIME }) }: Options) {
  const sent: SentRequest[] = [];
  const demo: Demo = {
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      sent.push({ method: request.method, path: pathname, search, body: await bodyOf(request) });
      return emulator.fetch(request);
    },
    controls: {
      storage: () => Promise.resolve("memory"),
      reset: () => emulator.reset(),
      faults: async () => emulator.faults.list(),
      setFaults: async (faults) => emulator.faults.set(faults),
    },
  };
  sessionStorage.clear();
  localStorage.clear();
  window.history.pushState(null, "", path);
  serveSite();
  // `act` cannot wait for code that a click loads.
  await Promise.all(Object.values(routes).map((route) => route.load()));
  const view = await act(async () => render(<App start={startApp(demo)} />));
  onTestFinished(() => view.unmount());
  return { user: userEvent.setup(), emulator, sent, writes: () => sent.filter((r) => r.method !== "GET") };
}
