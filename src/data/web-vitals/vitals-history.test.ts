import { buildApi } from "@test/support/builders";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Api } from "@/data/backend/backend";
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

function ofPath(of: Api, path: string) {
  return of.queryClient.fetchQuery(vitalsHistoryQueries.path(of, path));
}

describe("observations", () => {
  it("are sorted by path, metric and time", async () => {
    await storeObservations(api, [observe({ at: NOON + 2, value: 3 }), observe({ value: 1 })]);
    await storeObservations(api, [
      observe({ at: NOON + 1, value: 2 }),
      observe({ path: "/docs/start", value: 9 }),
      observe({ metric: "CLS", value: 0.1 }),
    ]);
    expect(valuesOf(await ofPath(api, "/docs"))).toEqual([0.1, 1, 2, 3]);
    expect(valuesOf(await readObservations(api))).toEqual([0.1, 1, 2, 3, 9]);
  });

  it("belong to a server and project, and contain no API key", async () => {
    await storeObservations(api, [observe()]);
    await storeObservations(buildApi({ id: "other" }), [observe({ value: 7 })]);
    expect(valuesOf(await readObservations(buildApi({ id: "demo", projectId: "2" })))).toEqual([]);
    expect(valuesOf(await readObservations(buildApi({ id: "other" })))).toEqual([7]);
    const db = await openDB("environs-vitals");
    expect(JSON.stringify(await db.getAll("observations"))).not.toContain("phx_never_kept");
    db.close();
  });

  it("drop the oldest of a metric over the limit", async () => {
    const many = Array.from({ length: MAX_OBSERVATIONS_PER_METRIC + 3 }, (_, index) =>
      observe({ at: NOON + index, value: index }),
    );
    await storeObservations(api, [...many, observe({ metric: "INP", value: 90 })]);
    const stored = await ofPath(api, "/docs");
    expect(stored.filter(({ metric }) => metric === "INP")).toHaveLength(1);
    const values = valuesOf(stored.filter(({ metric }) => metric === "LCP"));
    expect(values).toHaveLength(MAX_OBSERVATIONS_PER_METRIC);
    expect(values[0]).toBe(3);
  });

  it("are skipped if written by another version", async () => {
    await storeObservations(api, [observe()]);
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
    const other = buildApi({ id: "demo", projectId: "2" });
    await storeObservations(api, [observe(), observe({ path: "/docs/start" }), observe({ path: "/blog" })]);
    await storeObservations(other, [observe()]);
    await clearObservations(api, "/docs");
    expect((await readObservations(api)).map(({ path }) => path)).toEqual(["/blog", "/docs/start"]);
    await clearObservations(api);
    expect(await readObservations(api)).toEqual([]);
    expect(await readObservations(other)).toHaveLength(1);
  });
});

it("report missing storage, and continue without", async () => {
  vi.stubGlobal("indexedDB", undefined);
  expect(await storeObservations(api, [observe()])).toBe(false);
  expect(await ofPath(api, "/docs")).toEqual([]);
  await expect(clearObservations(api)).resolves.toBeUndefined();
  // An empty result would look as if there were no history.
  await expect(readObservations(api)).rejects.toThrow();
});

it("reopen the database after another tab has closed it", async () => {
  await storeObservations(api, [observe()]);
  const newer = await openDB("environs-vitals", 2);
  newer.close();
  // The app can't open the database of a newer version, and works without it.
  expect(await storeObservations(api, [observe({ at: NOON + 1 })])).toBe(false);
  expect(await ofPath(api, "/docs")).toEqual([]);
  // The deletion must fail, because data remains.
  await expect(clearObservations(api)).rejects.toThrow();
});
