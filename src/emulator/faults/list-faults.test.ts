import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { createEmulatorCaller } from "@/testing/call-emulator";
import type { FaultSetting } from "./faults";

const ENDPOINT_ID = "subscriptions.list";
const page = z.object({
  count: z.number(),
  next: z.nullable(z.string()),
  previous: z.nullable(z.string()),
  results: z.array(z.object({ id: z.number() })),
});

const NEWEST_ID = 600_250;

/**
 * Emulates the large project with faults. `read` returns a page of its subscriptions, with indexes in the list instead
 * of IDs. The newest has index 0.
 */
function largeList(...faults: readonly FaultSetting[]) {
  const { call, emulator } = createEmulatorCaller();
  emulator.faults.set(faults);
  const status = async (query: string) =>
    (await call("GET", `/environments/2/subscriptions/?${query}`)).status;
  async function read(query: string) {
    const { body } = await call("GET", `/environments/2/subscriptions/?${query}`);
    const { count, next, previous, results } = page.parse(body);
    return { count, next, previous, indexes: results.map(({ id }) => NEWEST_ID - id) };
  }
  return { call, emulator, read, status };
}

function listIndexes(first: number, end: number): readonly number[] {
  return Array.from({ length: end - first }, (_, step) => first + step);
}

describe("a capped limit", () => {
  it("returns ten rows for any limit, a true count, and a link to the next rows", async () => {
    const { read } = largeList({ endpoint: ENDPOINT_ID, kind: "limit-cap" });
    const first = await read("limit=500");
    expect(first.indexes).toEqual(listIndexes(0, 10));
    expect(first.count).toBe(100_000);
    expect(new URL(first.next ?? "").search).toBe("?limit=10&offset=10");
    expect((await read("")).indexes).toHaveLength(10);
    expect((await read("limit=3")).indexes).toHaveLength(3);
  });

  it("accepts another limit, and uses the lowest of several", async () => {
    const { read } = largeList(
      { endpoint: ENDPOINT_ID, kind: "limit-cap", limit: 25 },
      { endpoint: "*", kind: "limit-cap", limit: 40 },
    );
    expect((await read("limit=500&offset=50")).indexes).toEqual(listIndexes(50, 75));
  });
});

describe("repeated rows", () => {
  it("start every page but the first with the end of the previous page and drop as many rows", async () => {
    const { read, emulator } = largeList({ endpoint: ENDPOINT_ID, kind: "repeat-rows" });
    const first = await read("limit=50");
    const second = await read("limit=50&offset=50");
    const third = await read("limit=50&offset=100");
    expect(first.indexes).toEqual(listIndexes(0, 50));
    expect(second.indexes).toEqual([...listIndexes(43, 50), ...listIndexes(57, 100)]);
    expect(third.indexes).toEqual([...listIndexes(93, 100), ...listIndexes(107, 150)]);
    expect(second.count).toBe(100_000);
    expect(new URL(second.next ?? "").search).toBe("?limit=50&offset=100");
    expect(await read("limit=50&offset=50")).toEqual(second);
    emulator.faults.clear();
    expect((await read("limit=50&offset=50")).indexes).toEqual(listIndexes(50, 100));
  });

  it("use the given number of rows, at most half a page or as many as exist", async () => {
    const { read } = largeList({ endpoint: ENDPOINT_ID, kind: "repeat-rows", rows: 3 });
    expect((await read("limit=10&offset=10")).indexes).toEqual([7, 8, 9, ...listIndexes(13, 20)]);
    expect((await read("limit=4&offset=4")).indexes).toEqual([2, 3, 6, 7]);
    expect((await read("limit=10&offset=99998")).indexes).toEqual([99_996, 99_997]);
    expect((await read("limit=10&offset=100000")).indexes).toEqual([]);
  });

  it("are not used up by the first page, which has nothing to repeat", async () => {
    const { read, emulator } = largeList({ endpoint: ENDPOINT_ID, kind: "repeat-rows", times: 1 });
    await read("limit=50");
    expect(emulator.faults.list()).toHaveLength(1);
    expect((await read("limit=50&offset=50")).indexes[0]).toBe(43);
    expect((await read("limit=50&offset=50")).indexes[0]).toBe(50);
  });
});

describe("a wrong count", () => {
  it.each([
    [{ count: 120 }, 120],
    [{ count: 0 }, 0],
    [{ by: 500 }, 100_500],
    [{ by: -60_000 }, 40_000],
    [{ by: -200_000 }, 0],
  ])("%j reports %i and keeps the rows' offsets", async (setting, reportedCount) => {
    const { read } = largeList({ endpoint: ENDPOINT_ID, kind: "wrong-count", ...setting });
    const answer = await read("limit=100&offset=99900");
    expect(answer.count).toBe(reportedCount);
    expect(answer.indexes).toEqual(listIndexes(99_900, 100_000));
  });

  it("has links that follow the wrong count", async () => {
    const low = largeList({ endpoint: ENDPOINT_ID, kind: "wrong-count", count: 120 });
    expect((await low.read("limit=60")).next).toContain("offset=60");
    expect((await low.read("limit=60&offset=60")).next).toBeNull();
    const high = largeList({ endpoint: ENDPOINT_ID, kind: "wrong-count", by: 100 });
    const end = await high.read("limit=100&offset=99950");
    expect(end.indexes).toHaveLength(50);
    expect(end.next).toContain("offset=100050");
    expect(await high.read("limit=100&offset=100050")).toMatchObject({ next: null, indexes: [] });
  });
});

describe("a condition on the offset", () => {
  it("makes pages in the middle fail, a limited number of times", async () => {
    const { status } = largeList({
      endpoint: ENDPOINT_ID,
      kind: "status",
      status: 500,
      fromOffset: 40_000,
      times: 2,
    });
    const asked = [
      "limit=10",
      "limit=10&offset=39999",
      "limit=10&offset=40000",
      "offset=90000",
      "offset=90000",
    ];
    const statuses: number[] = [];
    for (const query of asked) statuses.push(await status(query));
    expect(statuses).toEqual([200, 200, 500, 500, 200]);
  });

  it("ends before `toOffset`, and works with every fault type", async () => {
    const { read, status } = largeList(
      { endpoint: "*", kind: "status", status: 503, toOffset: 20 },
      { endpoint: "*", kind: "wrong-count", count: 7, fromOffset: 100, toOffset: 200 },
    );
    expect([await status("limit=1"), await status("limit=1&offset=19")]).toEqual([503, 503]);
    expect((await read("limit=1&offset=20")).count).toBe(100_000);
    expect((await read("limit=1&offset=100")).count).toBe(7);
    expect((await read("limit=1&offset=200")).count).toBe(100_000);
  });

  it("ignores requests that are not pages, and is not used up by them", async () => {
    const { call, emulator } = largeList(
      { endpoint: "*", kind: "status", status: 500, fromOffset: 0, times: 1 },
      { endpoint: "*", kind: "limit-cap", times: 1 },
    );
    expect((await call("GET", "/environments/1/subscriptions/1066/")).status).toBe(200);
    const changed = await call("PATCH", "/environments/1/subscriptions/1066/", { body: { title: "New" } });
    expect(changed.status).toBe(200);
    expect((await call("GET", "/environments/1/explicit_members/")).status).toBe(200);
    expect(emulator.faults.list()).toHaveLength(2);
  });

  it.each([
    "/environments/1/exports/",
    "/environments/1/insights/",
    "/environments/1/dashboards/",
    "/organizations/@current/members/",
    "/projects/",
  ])("also applies to %s", async (path) => {
    const { call } = largeList({ endpoint: "*", kind: "status", status: 500, fromOffset: 1 });
    expect((await call("GET", path)).status).toBe(200);
    expect((await call("GET", `${path}?offset=1`)).status).toBe(500);
  });
});

describe("invalid list faults", () => {
  it.each([
    { kind: "limit-cap", limit: 0 },
    { kind: "limit-cap", limit: 2.5 },
    { kind: "repeat-rows", rows: -1 },
    { kind: "wrong-count" },
    { kind: "wrong-count", count: 5, by: 5 },
    { kind: "wrong-count", count: -5 },
    { kind: "wrong-count", by: 0.5 },
    { kind: "status", status: 500, fromOffset: -1 },
    { kind: "status", status: 500, toOffset: Number.NaN },
  ])("rejects %j", (setting) => {
    const { emulator } = createEmulatorCaller();
    expect(() => emulator.faults.set([{ endpoint: "*", ...setting }])).toThrow(RangeError);
  });
});
