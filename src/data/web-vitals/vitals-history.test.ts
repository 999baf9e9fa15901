import { QueryClient } from "@tanstack/react-query";
import { buildApi } from "@test/support/builders";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  clearObservations,
  MAX_OBSERVATIONS_PER_METRIC,
  type Observation,
  readObservations,
  storeObservations,
  vitalsHistoryQueries,
} from "./vitals-history";

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const api = buildApi({ id: "demo" });
const NOON = Date.parse("2026-11-21T12:00:00Z");

function observe(part: Partial<Observation> = {}): Observation {
  return { path: "/docs", metric: "LCP", percentile: "p90", at: NOON, value: 2_000, start: null, ...part };
}

const valuesOf = (observed: readonly Observation[]) => observed.map(({ value }) => value);

function ofPath(queryClient: QueryClient, path: string, of = api) {
  return queryClient.fetchQuery(vitalsHistoryQueries.path(of, path));
}

describe("observations", () => {
  it("are sorted by path, metric and time", async () => {
    const queryClient = new QueryClient();
    await storeObservations(queryClient, api, [observe({ at: NOON + 2, value: 3 }), observe({ value: 1 })]);
    await storeObservations(queryClient, api, [
      observe({ at: NOON + 1, value: 2 }),
      observe({ path: "/docs/start", value: 9 }),
      observe({ metric: "CLS", value: 0.1 }),
    ]);
    expect(valuesOf(await ofPath(queryClient, "/docs"))).toEqual([0.1, 1, 2, 3]);
    expect(valuesOf(await readObservations(api))).toEqual([0.1, 1, 2, 3, 9]);
  });

  it("belong to a server and project, and contain no API key", async () => {
    const queryClient = new QueryClient();
    await storeObservations(queryClient, api, [observe()]);
    await storeObservations(queryClient, buildApi({ id: "other" }), [observe({ value: 7 })]);
    expect(valuesOf(await readObservations(buildApi({ id: "demo", projectId: "2" })))).toEqual([]);
    expect(valuesOf(await readObservations(buildApi({ id: "other" })))).toEqual([7]);
    const db = await openDB("environs-vitals");
    expect(JSON.stringify(await db.getAll("observations"))).not.toContain("phx_never_kept");
    db.close();
  });

  it("drop the oldest of a metric over the limit", async () => {
    const queryClient = new QueryClient();
    const many = Array.from({ length: MAX_OBSERVATIONS_PER_METRIC + 3 }, (_, index) =>
      observe({ at: NOON + index, value: index }),
    );
    await storeObservations(queryClient, api, [...many, observe({ metric: "INP", value: 90 })]);
    const stored = await ofPath(queryClient, "/docs");
    expect(stored.filter(({ metric }) => metric === "INP")).toHaveLength(1);
    const values = valuesOf(stored.filter(({ metric }) => metric === "LCP"));
    expect(values).toHaveLength(MAX_OBSERVATIONS_PER_METRIC);
    expect(values[0]).toBe(3);
  });

  it("are skipped if written by another version", async () => {
    const queryClient = new QueryClient();
    await storeObservations(queryClient, api, [observe()]);
    const db = await openDB("environs-vitals");
    await db.put("observations", {
      connection: "demo",
      projectId: "1",
      path: "/docs",
      metric: "LCP",
      at: 1,
      percentile: "p90",
      value: "fast",
    });
    db.close();
    expect(valuesOf(await readObservations(api))).toEqual([2_000]);
  });

  it("are cleared for one path or the project only", async () => {
    const queryClient = new QueryClient();
    const other = buildApi({ id: "demo", projectId: "2" });
    await storeObservations(queryClient, api, [
      observe(),
      observe({ path: "/docs/start" }),
      observe({ path: "/blog" }),
    ]);
    await storeObservations(queryClient, other, [observe()]);
    await clearObservations(queryClient, api, "/docs");
    expect((await readObservations(api)).map(({ path }) => path)).toEqual(["/blog", "/docs/start"]);
    await clearObservations(queryClient, api);
    expect(await readObservations(api)).toEqual([]);
    expect(await readObservations(other)).toHaveLength(1);
  });
});

it("report missing storage, and continue without", async () => {
  vi.stubGlobal("indexedDB", undefined);
  const queryClient = new QueryClient();
  expect(await storeObservations(queryClient, api, [observe()])).toBe(false);
  expect(await ofPath(queryClient, "/docs")).toEqual([]);
  await expect(clearObservations(queryClient, api)).resolves.toBeUndefined();
  // An empty result would look as if there were no history.
  await expect(readObservations(api)).rejects.toThrow();
});

it("reopen the database after another tab has closed it", async () => {
  const queryClient = new QueryClient();
  await storeObservations(queryClient, api, [observe()]);
  const newer = await openDB("environs-vitals", 2);
  newer.close();
  // The app can't open the database of a newer version, and works without it.
  expect(await storeObservations(queryClient, api, [observe({ at: NOON + 1 })])).toBe(false);
  expect(await ofPath(queryClient, "/docs")).toEqual([]);
  // The deletion must fail, because data remains.
  await expect(clearObservations(queryClient, api)).rejects.toThrow();
});
