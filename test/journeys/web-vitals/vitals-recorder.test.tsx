import { useQueries } from "@tanstack/react-query";
import { buildApi } from "@test/support/builders";
import { renderHook, waitFor } from "@testing-library/react";
import { getResponse } from "msw";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { type Api, ApiProvider } from "@/data/backend/backend";
import { clearObservations, type Observation, readObservations } from "@/data/web-vitals/vitals-history";
import { vitalsQueries } from "@/data/web-vitals/web-vitals";
import { useVitalsRecorder } from "@/features/vitals/model/use-vitals-recorder";
import { ALL_PAGES, toPathname } from "@/lib/web-vitals/page-path";
import { server } from "@/mocks/node";
import { override, refuse } from "@/mocks/scenarios";
import { createMockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";

/** Records what the test fetches. */
function useRecordedPaths(api: Api, paths: readonly string[]): void {
  const rows = useQueries({
    queries: paths.map((path) => ({ ...vitalsQueries.path(api, toPathname(path)), enabled: false })),
    combine: (results) => results.map(({ data = null }, index) => ({ path: paths[index] ?? "", data })),
  });
  useVitalsRecorder(rows);
}

function renderRecorder() {
  let now = TEST_TIME;
  const mocks = createMockServer({ now: () => now });
  const api = buildApi({ fetch: mocks.fetch });
  function Providers({ children }: { readonly children: ReactNode }) {
    return <ApiProvider api={api}>{children}</ApiProvider>;
  }
  return {
    mocks,
    api,
    fetchPath: (pathname: string | null) =>
      api.queryClient.fetchQuery({ ...vitalsQueries.path(api, pathname), staleTime: 0 }),
    showPaths: (...paths: readonly string[]) =>
      renderHook(() => useRecordedPaths(api, paths), { wrapper: Providers }),
    advanceTime: (ms: number) => {
      now = new Date(now.getTime() + ms);
    },
  };
}

const metricKeys = (observed: readonly Observation[]) =>
  observed.map(({ path, metric }) => `${path} ${metric}`);

it("stores each value with its computation time", async () => {
  const { api, fetchPath, showPaths, advanceTime } = renderRecorder();
  showPaths("/pricing", "/status");
  await fetchPath("/pricing");
  await waitFor(async () => expect(await readObservations(api)).toHaveLength(4));
  advanceTime(60_000);
  await fetchPath("/pricing");
  await fetchPath("/status");
  await waitFor(async () => expect(await readObservations(api)).toHaveLength(11));
  const observed = await readObservations(api);
  // The status page has no interactions, so its INP isn't stored.
  expect(metricKeys(observed)).not.toContain("/status INP");
  const pricing = observed.filter(({ path, metric }) => path === "/pricing" && metric === "LCP");
  expect(pricing).toMatchObject([
    { at: TEST_TIME.getTime(), percentile: "p90", start: Date.parse("2026-11-15T00:00:00Z") },
    { at: TEST_TIME.getTime() + 60_000 },
  ]);
});

it("stores earlier responses once", async () => {
  const { api, fetchPath, showPaths } = renderRecorder();
  await fetchPath("/docs");
  const first = showPaths("/docs");
  await waitFor(async () => expect(await readObservations(api)).toHaveLength(4));
  first.unmount();
  showPaths("/docs");
  await fetchPath("/docs");
  await waitFor(async () => expect(await readObservations(api)).toHaveLength(4));
});

it("stores nothing for other pages, failures and paths without visits", async () => {
  const { api, fetchPath, showPaths, mocks } = renderRecorder();
  showPaths("/nowhere", "/blog");
  await fetchPath("/pricing");
  await fetchPath("/nowhere");
  server.use(refuse("webVitals.get", 404));
  await expect(fetchPath("/blog")).rejects.toThrow();
  mocks.resetHandlers();
  await fetchPath("/blog");
  await waitFor(async () => expect(await readObservations(api)).toHaveLength(4));
  expect(new Set((await readObservations(api)).map(({ path }) => path))).toEqual(new Set(["/blog"]));
});

it("doesn't store cleared values again, but later ones", async () => {
  const { api, fetchPath, showPaths, advanceTime } = renderRecorder();
  await fetchPath("/docs");
  await fetchPath("/blog");
  const first = showPaths("/docs", "/blog");
  await waitFor(async () => expect(await readObservations(api)).toHaveLength(8));
  await clearObservations(api, "/docs");
  first.unmount();
  showPaths("/docs", "/blog");
  await fetchPath("/blog");
  await waitFor(async () => expect(await readObservations(api)).toHaveLength(4));
  expect(new Set((await readObservations(api)).map(({ path }) => path))).toEqual(new Set(["/blog"]));
  advanceTime(60_000);
  await fetchPath("/docs");
  await waitFor(async () => expect(await readObservations(api)).toHaveLength(8));
});

it("stores all pages under their own name", async () => {
  const { api, fetchPath, showPaths, mocks } = renderRecorder();
  server.use(
    override("webVitals.get", (request) => {
      const url = new URL(request.url);
      url.searchParams.set("pathname", "/");
      return getResponse([...mocks.handlers], new Request(url, request));
    }),
  );
  showPaths(ALL_PAGES);
  await fetchPath(null);
  await waitFor(async () => expect(await readObservations(api)).toHaveLength(4));
  expect((await readObservations(api))[0]?.path).toBe(ALL_PAGES);
});
