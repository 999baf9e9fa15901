import type { ListServer, Row } from "@test/support/fake-list-server";
import {
  buildHttpError,
  buildRow,
  buildRows,
  createListServer,
  waitUntil,
} from "@test/support/fake-list-server";
import * as fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { HALF_OF_SERVER_LIMITS } from "@/api/request-budget";

const ids = ({ collection }: ListServer) => collection.get().records.map(({ id }) => id);
const idsTo = (count: number) => buildRows(count).map(({ id }) => id);

async function loaded(server: ListServer): Promise<ListServer> {
  server.collection.start();
  await waitUntil(server, ({ phase }) => phase === "complete");
  return server;
}

async function refresh(server: ListServer): Promise<void> {
  server.collection.refresh();
  await waitUntil(server, ({ isRefreshing }) => !isRefreshing);
}

/**
 * Returns the lowest offset that was requested after the first `before` requests. Ignores checks of single rows.
 */
function firstPageAfter({ requests }: ListServer, before: number): number {
  const pages = requests.slice(before).filter(({ limit }) => limit > 1);
  return Math.min(...pages.map(({ offset }) => offset));
}

describe("loading", () => {
  it("shows the first page first, and ends with all records in order", async () => {
    const server = createListServer(1_234);
    server.collection.start();
    await waitUntil(server, ({ records }) => records.length > 0);
    expect(server.collection.get()).toMatchObject({ phase: "loading", count: 1_234 });
    expect(ids(server)).toEqual(idsTo(100));
    expect(server.requests[0]).toEqual({ limit: 100, offset: 0 });

    await waitUntil(server, ({ phase }) => phase === "complete");
    expect(ids(server)).toEqual(idsTo(1_234));
    expect(server.collection.get()).toMatchObject({ count: 1_234, miscount: 0, error: null });
  });

  it("requests larger pages after the first", async () => {
    const server = await loaded(createListServer(3_000));
    expect(Math.max(...server.requests.map(({ limit }) => limit))).toBe(500);
    expect(server.requests.length).toBeLessThan(10);
  });

  it.each([0, 1])(
    "ends on a server that ignores offsets and repeats %i unreadable records",
    async (count) => {
      const server = createListServer(700);
      server.shiftOffset = () => 0;
      server.invalidCount = count;
      await loaded(server);
      expect(server.collection.get().records.length).toBeLessThanOrEqual(500);
      expect(server.collection.get()).toMatchObject({ isOutdated: true });
      expect(server.collection.get().miscount).toBeGreaterThan(0);
    },
  );

  it("reads everything from a server that ignores limits in one request", async () => {
    const server = createListServer(700);
    server.minPageSize = 10_000;
    await loaded(server);
    expect(ids(server)).toEqual(idsTo(700));
    expect(server.requests.length).toBeLessThanOrEqual(2);
  });

  it("ends when every page has invalid records, also past the count", async () => {
    const server = createListServer(2);
    server.invalidCount = 1;
    await loaded(server);
    expect(ids(server)).toEqual([1, 2]);
    expect(server.collection.get().broken).toHaveLength(1);
    expect(server.requests.length).toBeLessThan(4);
  });

  // If the second read had the same page boundaries, it would miss the same rows.
  it.each([700, 2_000, 6_000, 13_000, 20_000])(
    "finds all %i rows of a server that repeats some at the start of each page",
    async (count) => {
      const server = createListServer(count);
      server.displacedCount = 7;
      await loaded(server);
      expect(ids(server).toSorted((a, b) => a - b)).toEqual(idsTo(count));
    },
  );

  it("asks before loading more than 20,000 records", async () => {
    const server = createListServer(20_001);
    server.collection.start();
    await waitUntil(server, ({ phase }) => phase === "asking");
    expect(server.requests).toHaveLength(1);
    expect(ids(server)).toEqual(idsTo(100));
    server.collection.loadAll();
    await waitUntil(server, ({ phase }) => phase === "complete");
    expect(server.collection.get().records).toHaveLength(20_001);
  });

  it("prefetches only the first page, and continues when a page shows it", async () => {
    const server = createListServer(800);
    await server.collection.prefetch();
    expect(server.requests).toHaveLength(1);
    await loaded(server);
    // The second page starts with the last row of the first page, to detect changes to the list.
    expect(server.requests[1]?.offset).toBe(99);
    expect(ids(server)).toEqual(idsTo(800));
  });
});

/** Positions of new and updated rows. Servers of 2026 list new rows first. */
const LIST_ORDERS = [
  ["at the end", { create: (rows: Row[], row: Row) => [...rows, row], update: moveToEnd }],
  ["at the start", { create: (rows: Row[], row: Row) => [row, ...rows], update: (rows: Row[]) => rows }],
] as const;

function moveToEnd(rows: Row[], index: number): Row[] {
  return [...rows.slice(0, index), ...rows.slice(index + 1), ...rows.slice(index, index + 1)];
}

describe("a list that changes while it loads", () => {
  const changeDuringLoad = fc.record({
    index: fc.nat({ max: 1_998 }),
    first: fc.integer({ min: 2, max: 5 }),
    second: fc.integer({ min: 2, max: 5 }),
    isUpdate: fc.boolean(),
  });

  it.each(LIST_ORDERS)("misses no record if new ones are %s", async (_where, order) => {
    await fc.assert(
      fc.asyncProperty(changeDuringLoad, async ({ index, first, second, isUpdate }) => {
        const server = createListServer(2_000);
        server.onRequest = ({ number }) => {
          if (number === first)
            server.rows = isUpdate ? order.update(server.rows, index) : server.rows.toSpliced(index, 1);
          if (number === second && !isUpdate) server.rows = order.create(server.rows, buildRow(9_001));
        };
        await loaded(server);
        expect(ids(server)).toEqual(server.rows.map(({ id }) => id));
        expect(server.collection.get()).toMatchObject({ miscount: 0, isOutdated: false });
      }),
      { numRuns: 150, seed: 7 },
    );
  });

  it.each(LIST_ORDERS)("keeps every record of a refresh if new ones are %s", async (_where, order) => {
    await fc.assert(
      fc.asyncProperty(changeDuringLoad, async ({ index, first, second }) => {
        const server = await loaded(createListServer(2_000));
        const before = server.requests.length;
        server.onRequest = ({ number }) => {
          if (number === before + first) server.rows = server.rows.toSpliced(index, 1);
          if (number === before + second) server.rows = order.create(server.rows, buildRow(9_001));
        };
        await refresh(server);
        expect(ids(server)).toEqual(server.rows.map(({ id }) => id));
        expect(server.collection.get()).toMatchObject({
          changes: { added: 1, changed: 0, removed: 1 },
          isOutdated: false,
        });
      }),
      { numRuns: 50, seed: 8 },
    );
  });

  it("says so if it doesn't stop changing", async () => {
    const server = createListServer(2_000);
    server.onRequest = ({ number }) => {
      server.rows = [...server.rows.slice(1), buildRow(9_000 + number)];
    };
    await loaded(server);
    expect(server.collection.get().isOutdated).toBe(true);
    server.onRequest = () => undefined;
    await refresh(server);
    expect(server.collection.get().isOutdated).toBe(false);
    expect(ids(server)).toEqual(server.rows.map(({ id }) => id));
  });

  it("checks the seam after a pause", async () => {
    const server = createListServer(800);
    await server.collection.prefetch();
    server.rows = [...server.rows.slice(1), buildRow(9_001)];
    await loaded(server);
    expect(ids(server)).toEqual(server.rows.map(({ id }) => id));
  });

  it("checks nothing more if one page is everything", async () => {
    const server = await loaded(createListServer(99));
    expect(server.requests).toEqual([{ limit: 100, offset: 0 }]);
  });
});

describe("failing", () => {
  it("doesn't report a failed prefetch", async () => {
    const server = createListServer(10);
    let isBroken = true;
    server.onRequest = () => {
      if (isBroken) throw buildHttpError(403);
    };
    await server.collection.prefetch();
    expect(server.requests).toHaveLength(1);
    expect(server.collection.get()).toMatchObject({ phase: "idle", error: null });
    isBroken = false;
    await loaded(server);
    expect(ids(server)).toEqual(idsTo(10));
  });

  it("reports the error, keeps the records, and resumes", async () => {
    const server = createListServer(2_000);
    let isBroken = true;
    server.onRequest = ({ offset }) => {
      if (isBroken && offset >= 900) throw buildHttpError(403);
    };
    server.collection.start();
    await waitUntil(server, ({ phase }) => phase === "failed");
    const { error, records } = server.collection.get();
    expect(error).toMatchObject({ status: 403 });
    expect(records.length).toBeGreaterThanOrEqual(600);
    const before = server.requests.length;
    isBroken = false;
    server.collection.resume();
    await waitUntil(server, ({ phase }) => phase === "complete");
    expect(firstPageAfter(server, before)).toBe(records.length - 1);
    expect(ids(server)).toEqual(idsTo(2_000));
  });

  it("requests smaller pages when large ones fail", async () => {
    const server = createListServer(1_000);
    server.onRequest = ({ limit }) => {
      if (limit > 200) throw buildHttpError(504);
    };
    await loaded(server);
    expect(ids(server)).toEqual(idsTo(1_000));
  });

  it("returns to large pages after recovery", async () => {
    const server = createListServer(19_000);
    let isBusy = true;
    server.onRequest = ({ offset }) => {
      if (isBusy && offset > 0) throw buildHttpError(503);
    };
    server.collection.start();
    await waitUntil(server, ({ phase }) => phase === "failed");
    isBusy = false;
    const before = server.requests.length;
    server.collection.resume();
    await waitUntil(server, ({ phase }) => phase === "complete");
    expect(server.requests.length - before).toBeLessThan(80);
  });

  it("loads failed records after a write", async () => {
    const server = createListServer(250);
    server.onRequest = () => {
      throw buildHttpError(500);
    };
    server.collection.subscribe(() => undefined);
    server.collection.start();
    await vi.waitFor(() => expect(server.collection.get().phase).toBe("failed"));
    server.onRequest = () => undefined;
    server.collection.scheduleRefresh(true);
    await vi.waitFor(() => expect(server.collection.get().phase).toBe("complete"));
    expect(ids(server)).toEqual(idsTo(250));
    expect(server.collection.get()).toMatchObject({ error: null, changes: null });
  });

  it("keeps the load error after a refresh", async () => {
    const server = createListServer(2_700);
    server.onRequest = ({ number }) => {
      if (number === 3) throw buildHttpError(429, 90_000);
    };
    server.collection.start();
    await vi.waitFor(() => expect(server.collection.get().phase).toBe("failed"));
    server.onRequest = () => undefined;
    server.collection.refresh();
    expect(server.collection.get().isRefreshing).toBe(true);
    await vi.waitFor(() => expect(server.collection.get().isRefreshing).toBe(false));
    expect(server.collection.get()).toMatchObject({ phase: "failed", error: { status: 429 } });
  });

  it.each([
    ["gone", (rows: Row[]) => rows.slice(1)],
    ["new", (rows: Row[]) => [buildRow(3_000), ...rows]],
  ])("is complete after resuming from a failure in the last check for %s rows", async (_what, change) => {
    const server = createListServer(2_700);
    let isRead = false;
    server.onRequest = ({ number, offset }) => {
      if (number === 3) server.rows = change(server.rows);
      isRead ||= offset >= 2_600;
      if (isRead && offset === 0) throw buildHttpError(429, 90_000);
    };
    server.collection.start();
    await vi.waitFor(() => expect(server.collection.get().phase).toBe("failed"));
    server.onRequest = () => undefined;
    server.collection.resume();
    await vi.waitFor(() => expect(server.collection.get()).toMatchObject({ phase: "complete", error: null }));
    expect(ids(server)).toEqual(server.rows.map(({ id }) => id));
    expect(server.collection.get().miscount).toBe(0);
  });

  describe("throttled", () => {
    beforeEach(
      () => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] }),
    );

    it("pauses for a long wait, reports it, and resumes with less concurrency", async () => {
      const server = createListServer(2_700);
      let running = 0;
      let maxAtOnce = 0;
      server.onRequest = ({ number }) => {
        if (number === 3) throw buildHttpError(429, 90_000);
      };
      server.collection.start();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(server.collection.get()).toMatchObject({
        phase: "failed",
        error: { status: 429, retryAfterMs: 90_000 },
      });
      server.onResponding = (step) => {
        running += step;
        maxAtOnce = Math.max(maxAtOnce, running);
      };
      server.collection.resume();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(server.collection.get().phase).toBe("complete");
      expect(ids(server)).toEqual(idsTo(2_700));
      expect(maxAtOnce).toBeLessThan(3);
    });

    it("isn't reloaded by a page shown during the cooldown", async () => {
      const server = createListServer(10);
      server.onRequest = () => {
        throw buildHttpError(429, 90_000);
      };
      server.collection.start();
      await vi.advanceTimersByTimeAsync(89_000);
      server.collection.start();
      expect(server.collection.get().phase).toBe("failed");
      expect(server.requests).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(1_000);
      server.collection.start();
      await vi.advanceTimersByTimeAsync(0);
      expect(server.requests).toHaveLength(2);
    });

    it("isn't refreshed by a page shown during the cooldown", async () => {
      const server = createListServer(10);
      server.collection.start();
      await vi.advanceTimersByTimeAsync(31_000);
      server.onRequest = () => {
        throw buildHttpError(429, 90_000);
      };
      server.collection.start();
      await vi.advanceTimersByTimeAsync(89_000);
      expect(server.collection.get()).toMatchObject({ phase: "complete", error: { status: 429 } });
      server.collection.start();
      await vi.advanceTimersByTimeAsync(0);
      expect(server.requests).toHaveLength(2);
      await vi.advanceTimersByTimeAsync(1_000);
      server.collection.start();
      await vi.advanceTimersByTimeAsync(0);
      expect(server.requests).toHaveLength(3);
    });

    it("stays within half of the rate limit after a quick start", async () => {
      const server = createListServer(19_000, HALF_OF_SERVER_LIMITS);
      server.maxPageSize = 10;
      server.collection.start();
      await vi.advanceTimersByTimeAsync(59_000);
      expect(server.requests.length).toBeLessThanOrEqual(240);
      // One more request would have to wait until those in flight are counted.
      expect(server.requests.length).toBeGreaterThanOrEqual(239);
      server.collection.stop();
    });
  });
});

describe("stopping", () => {
  it("pauses and resumes without repeating requests", async () => {
    const server = createListServer(3_000);
    server.collection.start();
    await waitUntil(server, ({ records }) => records.length > 0);
    server.collection.pause();
    const { phase, records } = server.collection.get();
    expect(phase).toBe("paused");
    server.collection.start();
    expect(server.collection.get().phase).toBe("paused");
    const before = server.requests.length;
    server.collection.resume();
    await waitUntil(server, (state) => state.phase === "complete");
    expect(firstPageAfter(server, before)).toBe(records.length - 1);
    expect(ids(server)).toEqual(idsTo(3_000));
  });

  it("aborts requests when its pages close, and continues when they return", async () => {
    const server = createListServer(3_000);
    server.collection.start();
    await waitUntil(server, ({ records }) => records.length > 0);
    server.responseGate = Promise.resolve();
    server.collection.stop();
    const requestCount = server.requests.length;
    await new Promise((resolve) => setTimeout(resolve));
    expect(server.requests.length).toBe(requestCount);
    await loaded(server);
    expect(ids(server)).toEqual(idsTo(3_000));
  });
});

it("our own writes win over a response requested before them", async () => {
  const server = createListServer(300);
  let open: () => void = () => undefined;
  server.collection.start();
  await waitUntil(server, ({ records }) => records.length > 0);
  server.responseGate = new Promise((resolve) => {
    open = resolve;
  });
  server.collection.replace(buildRow(3, "Mine"));
  server.collection.remove(7);
  server.rows = server.rows
    .filter(({ id }) => id !== 7)
    .map((each) => (each.id === 3 ? buildRow(3, "Mine") : each));
  server.collection.adjustCount(-1);
  open();
  await waitUntil(server, ({ phase }) => phase === "complete");
  expect(server.collection.find(3)?.name).toBe("Mine");
  expect(ids(server)).toEqual(idsTo(300).filter((id) => id !== 7));
});

describe("records that a search on the server finds early", () => {
  /** Creates a long list and loads only its first page. */
  async function partlyLoaded(count = 25_000): Promise<ListServer> {
    const server = createListServer(count);
    server.collection.start();
    await waitUntil(server, ({ phase }) => phase === "asking");
    return server;
  }
  const findEarly = (server: ListServer, ...found: readonly number[]) =>
    server.collection.readEarly(async () => found.map((id) => buildRow(id)));

  it("follow the loaded ones, without duplicates and without a count", async () => {
    const server = await partlyLoaded();
    expect(await findEarly(server, 24_000, 5)).toBe(true);
    expect(ids(server)).toEqual([...idsTo(100), 24_000]);
    expect(server.collection.find(24_000)).toEqual(buildRow(24_000));
    expect(await findEarly(server, 5, 6)).toBe(false);
    expect(server.collection.get()).toMatchObject({ phase: "asking", count: 25_000 });
  });

  it("move to their places when their pages load, and end with the list", async () => {
    const server = await partlyLoaded();
    await findEarly(server, 24_000, 150, 25_001);
    server.collection.loadAll();
    await waitUntil(server, ({ phase }) => phase === "complete");
    expect(ids(server)).toEqual(idsTo(25_000));
    expect(server.collection.get().miscount).toBe(0);
  });

  it("are not shown again after a refresh, which may have removed them", async () => {
    const server = await partlyLoaded();
    await findEarly(server, 24_000);
    await refresh(server);
    expect(ids(server)).toEqual(idsTo(100));
  });

  it("can be written, removed and restored without moving the next page", async () => {
    const server = await partlyLoaded();
    const { collection } = server;
    await findEarly(server, 24_000, 24_001);
    collection.replace(buildRow(24_000, "Written"));
    expect(collection.find(24_000)).toEqual(buildRow(24_000, "Written"));
    const position = collection.position(24_001) ?? expect.fail();
    collection.remove(24_001);
    expect(ids(server)).toEqual([...idsTo(100), 24_000]);
    collection.insert(position);
    expect(ids(server)).toEqual([...idsTo(100), 24_000, 24_001]);
    collection.loadAll();
    await waitUntil(server, ({ phase }) => phase === "complete");
    expect(ids(server)).toEqual(idsTo(25_000));
    // The pages were requested after the write, so they are newer.
    expect(collection.find(24_000)).toEqual(buildRow(24_000));
  });

  it("never overwrite a write that happened during the search", async () => {
    const server = await partlyLoaded();
    const { collection } = server;
    await collection.readEarly(async () => {
      collection.remove(24_000);
      return [buildRow(24_000)];
    });
    expect(collection.find(24_000)).toBeUndefined();
  });

  it("stay as written if their page was requested before the write", async () => {
    const server = createListServer(1_500);
    const { collection } = server;
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    server.onRequest = () => {
      server.responseGate = gate;
    };
    collection.start();
    await waitUntil(server, ({ records }) => records.length === 100);
    await vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(1));
    await findEarly(server, 200);
    collection.replace(buildRow(200, "Written"));
    open();
    await waitUntil(server, ({ phase }) => phase === "complete");
    expect(ids(server)).toEqual(idsTo(1_500));
    expect(collection.find(200)).toEqual(buildRow(200, "Written"));
  });
});

describe("a refresh", () => {
  it("reports changes and keeps unchanged objects", async () => {
    const server = await loaded(createListServer(300));
    const before = server.collection.get().records;
    server.rows = [buildRow(1_000), ...server.rows.filter(({ id }) => id !== 5)].map((each) =>
      each.id === 9 ? buildRow(9, "Changed") : each,
    );
    await refresh(server);
    const { records, changes, marks } = server.collection.get();
    expect(records.map(({ id }) => id)).toEqual(server.rows.map(({ id }) => id));
    expect(changes).toEqual({ added: 1, changed: 1, removed: 1 });
    expect([...marks]).toEqual([
      [1_000, "new"],
      [9, "changed"],
    ]);
    expect(records[1]).toBe(before[0]);
    server.collection.dismissChanges();
    expect(server.collection.get()).toMatchObject({ changes: null });
    expect(server.collection.get().marks.size).toBe(0);
  });

  it("keeps everything when it fails, and reports the error", async () => {
    const server = await loaded(createListServer(300));
    server.rows = server.rows.slice(10);
    server.onRequest = () => {
      throw buildHttpError(403);
    };
    await refresh(server);
    expect(server.collection.get()).toMatchObject({ phase: "complete", error: { status: 403 } });
    expect(ids(server)).toEqual(idsTo(300));
  });

  it("runs automatically after a write on small lists, otherwise is offered", async () => {
    const small = await loaded(createListServer(300));
    const large = await loaded(createListServer(1_500));
    const stop = [small, large].map(({ collection }) => collection.subscribe(() => undefined));
    for (const { rows, collection } of [small, large]) {
      rows.push(buildRow(9_000));
      collection.scheduleRefresh(false);
    }
    expect(large.collection.get().isOutdated).toBe(true);
    await waitUntil(small, ({ records }) => records.length === 301);
    expect(large.collection.get().records).toHaveLength(1_500);
    await refresh(large);
    expect(large.collection.get()).toMatchObject({ isOutdated: false });
    for (const each of stop) each();
  });

  it("runs after a load overtaken by a write; long lists are marked as outdated", async () => {
    for (const count of [300, 1_800]) {
      const server = createListServer(count);
      // The list takes several requests, so that the refresh overlaps with some of them.
      server.maxPageSize = count / 6;
      const stop = server.collection.subscribe(() => undefined);
      server.onRequest = ({ number }) => {
        if (number !== 2) return;
        server.responseGate = new Promise((resolve) => {
          setTimeout(resolve, 20);
        });
        server.rows = server.rows.map((each) => (each.id === 5 ? buildRow(5, "Changed") : each));
        server.collection.scheduleRefresh(false);
      };
      await loaded(server);
      expect(server.collection.get().isOutdated).toBe(count > 1_000);
      if (count < 1_000) await waitUntil(server, ({ changes }) => changes?.changed === 1);
      stop();
    }
  });

  it("of a partial list reads that part, and the rest can still be loaded", async () => {
    const server = createListServer(30_000);
    server.collection.start();
    await waitUntil(server, ({ phase }) => phase === "asking");
    await refresh(server);
    expect(server.requests).toHaveLength(2);
    server.collection.loadAll();
    await waitUntil(server, ({ phase }) => phase === "complete");
    expect(server.collection.get().records).toHaveLength(30_000);
  });
});

describe("a list that grows past 20,000 while it loads", () => {
  it.each([
    ["soon, from few to many", 12_000, 30_000, 3],
    ["by one", 20_000, 20_001, 10],
    ["late", 19_000, 21_000, 36],
  ])("asks like one that was large from the start: %s", async (_name, before, after, requestNumber) => {
    const server = createListServer(before);
    const stop = server.collection.subscribe(() => undefined);
    server.onRequest = ({ number }) => {
      if (number === requestNumber) server.rows = buildRows(after);
    };
    server.collection.start();
    await waitUntil(server, ({ phase }) => phase === "asking" || phase === "complete");
    expect(server.collection.get()).toMatchObject({ phase: "asking", count: after, error: null });
    expect(server.collection.get().records.length).toBeLessThan(after);
    const sentBefore = server.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(server.requests).toHaveLength(sentBefore);
    server.collection.loadAll();
    await waitUntil(server, ({ phase }) => phase === "complete");
    expect(ids(server)).toEqual(idsTo(after));
    stop();
  });
});

it("with any server ends, with unique records, and never with a wrong count", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        rows: fc.integer({ min: 0, max: 1_500 }),
        cap: fc.constantFrom(1, 10, 99, 100, 499, 500, 10_000),
        countLie: fc.constantFrom(0, 0, -50, 120),
        slip: fc.constantFrom(0, 0, 3, 40),
      }),
      async ({ rows, cap, countLie, slip }) => {
        const server = createListServer(Math.min(rows, cap * 15));
        server.maxPageSize = cap;
        server.countError = Math.max(countLie, -server.rows.length);
        server.shiftOffset = (offset) => Math.max(0, offset - slip);
        // If the reported count equals the length of the first page, the collection doesn't request other rows.
        fc.pre(countLie >= 0 || server.rows.length + server.countError !== Math.min(cap, 100));
        await loaded(server);
        const found = ids(server);
        expect(new Set(found).size).toBe(found.length);
        const { count, miscount } = server.collection.get();
        expect(found.length + miscount).toBe(count);
        if (slip === 0) expect(found).toEqual(idsTo(server.rows.length));
      },
    ),
    { numRuns: 150, seed: 4 },
  );
});
