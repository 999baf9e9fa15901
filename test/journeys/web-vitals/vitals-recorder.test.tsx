import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { ApiProvider } from "@/data/client/api-context";
import { createQueryClient } from "@/data/query/query-client";
import { clearObservations, type Observation, readObservations } from "@/data/web-vitals/vitals-history";
import { vitalsQueries } from "@/data/web-vitals/web-vitals";
import { createEmulator } from "@/emulator/hosts/emulator";
import { useVitalsRecorder } from "@/features/vitals/model/use-vitals-recorder";
import { createClient } from "@/http/client";
import { ALL_PAGES } from "@/lib/web-vitals/page-path";
import { JOURNEY_TIME } from "../support/render-app";

/** A page of vitals on the emulated backend, whose clock can be moved on. */
function scene() {
  let now = JOURNEY_TIME;
  const emulator = createEmulator({ now: () => now });
  const connection = {
    id: "demo",
    label: "Demo",
    baseUrl: "https://emulator.test",
    prefix: "environments",
    key: "phx_demo_all",
  } as const;
  const api = { client: createClient({ connection, fetch: emulator.fetch }), projectId: "1" };
  const queries = createQueryClient();
  function Around({ children }: { readonly children: ReactNode }) {
    return (
      <QueryClientProvider client={queries}>
        <ApiProvider api={api}>{children}</ApiProvider>
      </QueryClientProvider>
    );
  }
  return {
    emulator,
    api,
    queries,
    ask: (pathname: string | null) =>
      queries.fetchQuery({ ...vitalsQueries.path(api, pathname), staleTime: 0 }),
    show: (...paths: readonly string[]) => renderHook(() => useVitalsRecorder(paths), { wrapper: Around }),
    later: (ms: number) => {
      now = new Date(now.getTime() + ms);
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: JOURNEY_TIME });
});

const namesOf = (observed: readonly Observation[]) => observed.map(({ path, metric }) => `${path} ${metric}`);

it("keeps each figure of each answer as it comes, with the time of its computing", async () => {
  const { api, ask, show, later } = scene();
  show("/pricing", "/status");
  await ask("/pricing");
  later(60_000);
  await ask("/pricing");
  await ask("/status");
  await waitFor(async () => expect(await readObservations(api)).toHaveLength(11));
  const observed = await readObservations(api);
  // Nobody interacts with the status page: nothing is not observed.
  expect(namesOf(observed)).not.toContain("/status INP");
  const pricing = observed.filter(({ path, metric }) => path === "/pricing" && metric === "LCP");
  expect(pricing).toMatchObject([
    { at: JOURNEY_TIME.getTime(), percentile: "p90", start: Date.parse("2026-11-15T00:00:00Z") },
    { at: JOURNEY_TIME.getTime() + 60_000 },
  ]);
});

it("keeps what came before its page, once", async () => {
  const { api, ask, show } = scene();
  await ask("/docs");
  const first = show("/docs");
  await waitFor(async () => expect(await readObservations(api)).toHaveLength(4));
  first.unmount();
  show("/docs");
  await ask("/docs");
  await waitFor(async () => expect(await readObservations(api)).toHaveLength(4));
});

it("keeps nothing of a page that is not shown, of a failure, and of a path that nobody visits", async () => {
  const { api, ask, show, emulator } = scene();
  show("/nowhere", "/blog");
  await ask("/pricing");
  await ask("/nowhere");
  emulator.faults.set([{ endpoint: "webVitals.get", kind: "status", status: 404 }]);
  await expect(ask("/blog")).rejects.toThrow();
  emulator.faults.clear();
  await ask("/blog");
  await waitFor(async () => expect(await readObservations(api)).toHaveLength(4));
  expect(new Set((await readObservations(api)).map(({ path }) => path))).toEqual(new Set(["/blog"]));
});

it("does not keep again what was forgotten and is still shown, but what comes then", async () => {
  const { api, queries, ask, show, later } = scene();
  await ask("/docs");
  await ask("/blog");
  const first = show("/docs", "/blog");
  await waitFor(async () => expect(await readObservations(api)).toHaveLength(8));
  await clearObservations(queries, api, "/docs");
  first.unmount();
  show("/docs", "/blog");
  await ask("/blog");
  await waitFor(async () => expect(await readObservations(api)).toHaveLength(4));
  expect(new Set((await readObservations(api)).map(({ path }) => path))).toEqual(new Set(["/blog"]));
  // What is asked for anew is later than the forgetting.
  vi.setSystemTime(Date.now() + 1);
  later(60_000);
  await ask("/docs");
  await waitFor(async () => expect(await readObservations(api)).toHaveLength(8));
});

it("keeps all pages under a name of their own", async () => {
  const { api, ask, show, emulator } = scene();
  emulator.faults.set([{ endpoint: "webVitals.get", kind: "vital-series", form: "all-pages" }]);
  show(ALL_PAGES);
  await ask(null);
  await waitFor(async () => expect(await readObservations(api)).toHaveLength(4));
  expect((await readObservations(api))[0]?.path).toBe(ALL_PAGES);
});
