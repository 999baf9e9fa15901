import { createMemoryStorage } from "@test/support/builders";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { RequestBudget, UsageStorage } from "./request-budget";
import { createRequestBudget, HALF_OF_SERVER_LIMITS } from "./request-budget";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Requests of one second count until its end. */
const MINUTE_AND_SECOND = MINUTE + 1_000;

beforeEach(() => void vi.useFakeTimers({ now: 0 }));

function createScene() {
  const waits: (number | null)[] = [];
  const budget = createRequestBudget({
    limits: HALF_OF_SERVER_LIMITS,
    onWait: (resumesAt) => waits.push(resumesAt),
    random: () => 0,
  });
  const sentAt: number[] = [];
  const send = (signal?: AbortSignal) =>
    budget.inTurn(async () => {
      budget.count();
      sentAt.push(Date.now());
    }, signal);
  return { budget, send, sentAt, waits };
}

/** Asks for requests. Resolves with the function that gives them back, or with the end of the wait. */
async function ask(budget: RequestBudget, requests = 1): Promise<(() => void) | number> {
  const controller = new AbortController();
  let resumesAt = 0;
  const acquired = budget.acquire({
    requests,
    signal: controller.signal,
    onWait: (end) => {
      resumesAt = end;
    },
  });
  acquired.catch(() => undefined);
  const release = await Promise.race([acquired, vi.advanceTimersByTimeAsync(0).then(() => null)]);
  if (release === null) controller.abort();
  return release ?? resumesAt;
}

const IS_GRANTED = expect.any(Function);

/** Returns the largest number of times in any window. */
function maxInWindow(times: readonly number[], windowMs: number): number {
  let start = 0;
  return times.reduce((max, time, index) => {
    while ((times[start] ?? time) <= time - windowMs) start += 1;
    return Math.max(max, index - start + 1);
  }, 0);
}

it("uses its requests of any minute and any hour, and no more", async () => {
  const { send, sentAt } = createScene();
  const all = Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let sent = 0; sent < 250; sent += 1) await send();
    }),
  );
  await vi.advanceTimersByTimeAsync(3 * HOUR);
  await all;
  expect(sentAt).toHaveLength(5_000);
  expect([MINUTE, HOUR].map((windowMs) => maxInWindow(sentAt, windowMs))).toEqual([240, 2_400]);
});

it("counts requests that don't wait, and those that are reserved", async () => {
  const { budget, send, sentAt } = createScene();
  for (let sent = 0; sent < 238; sent += 1) budget.count();
  const release = await budget.acquire({ requests: 2 });
  expect(await ask(budget)).toBe(Date.now() + MINUTE_AND_SECOND);
  const waiting = send();
  await vi.advanceTimersByTimeAsync(MINUTE_AND_SECOND - 1);
  expect(sentAt).toEqual([]);
  release();
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  expect(sentAt).toHaveLength(1);
});

describe("parallel work", () => {
  /** Starts work that ends when its name is passed to `end`. */
  function createWorks() {
    const budget = createRequestBudget({ random: () => 0 });
    const started: string[] = [];
    const ends = new Map<string, () => void>();
    const run = (name: string) => () =>
      new Promise<void>((resolve) => {
        started.push(name);
        ends.set(name, resolve);
      });
    return {
      started,
      read: (name: string, signal?: AbortSignal) => budget.inTurn(run(name), signal),
      change: (name: string) =>
        budget.acquire({ isChange: true }).then((release) => run(name)().then(release)),
      async end(name: string) {
        ends.get(name)?.();
        await vi.advanceTimersByTimeAsync(0);
      },
    };
  }

  it("starts in order, five at a time", async () => {
    const { read, started, end } = createWorks();
    const left = new AbortController();
    for (const name of "abcdef") void read(name);
    const aborted = read("g", left.signal);
    void read("h");
    await vi.advanceTimersByTimeAsync(0);
    expect(started.join("")).toBe("abcde");
    left.abort(new Error("left the page"));
    await expect(aborted).rejects.toThrow("left the page");
    await end("b");
    await end("a");
    expect(started.join("")).toBe("abcdefh");
  });

  it("leaves a place for the reads of changes", async () => {
    const { read, change, started, end } = createWorks();
    for (const name of "abcde") void change(name);
    void read("x");
    void read("y");
    await vi.advanceTimersByTimeAsync(0);
    expect(started.join("")).toBe("abcdx");
    await end("x");
    expect(started.join("")).toBe("abcdxy");
    await end("a");
    expect(started.join("")).toBe("abcdxye");
  });
});

describe("a wait", () => {
  it("is told from its start to its end", async () => {
    const { budget, send, waits } = createScene();
    for (let sent = 0; sent < 240; sent += 1) budget.count();
    const end = Date.now() + MINUTE_AND_SECOND;
    const waiting = Promise.all([send(), send()]);
    expect(waits).toEqual([end, end]);
    await vi.advanceTimersByTimeAsync(MINUTE_AND_SECOND);
    await waiting;
    expect(waits).toEqual([end, end, null]);
  });

  it("ends immediately when it is stopped", async () => {
    const { budget, send, sentAt, waits } = createScene();
    for (let sent = 0; sent < 240; sent += 1) budget.count();
    const controller = new AbortController();
    const waiting = send(controller.signal);
    controller.abort(new Error("stopped"));
    await expect(waiting).rejects.toThrow("stopped");
    expect(waits.at(-1)).toBeNull();
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect(sentAt).toEqual([]);
  });

  it("isn't longer than a minute after the clock was set back", async () => {
    const { budget } = createScene();
    for (let sent = 0; sent < 240; sent += 1) budget.count();
    vi.setSystemTime(Date.now() - HOUR);
    expect(await ask(budget)).toBe(Date.now() + MINUTE_AND_SECOND);
  });
});

it("has no limits without limits", async () => {
  const budget = createRequestBudget({});
  for (let sent = 0; sent < 1_000; sent += 1) budget.count();
  expect(await ask(budget)).toEqual(IS_GRANTED);
});

describe("a pause", () => {
  const limits = HALF_OF_SERVER_LIMITS;
  const create = (storage?: UsageStorage) =>
    createRequestBudget({ limits, storage: storage ?? null, random: () => 0 });

  it("holds back everything, also without limits, until it is over", async () => {
    const budget = createRequestBudget({ random: () => 0 });
    const work = vi.fn(async () => {});
    budget.pause(30_000);
    expect(await ask(budget)).toBe(30_000);
    void budget.inTurn(work);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(work).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledOnce();
  });

  it.each([Number.POSITIVE_INFINITY, 2_147_484_000])("of %d ms lasts an hour", (ms) => {
    const budget = create();
    budget.pause(ms);
    expect(budget.pausedUntil()).toBe(HOUR);
  });

  it("ends when the user retries, and starts again if the server refuses until the same time", async () => {
    const budget = create();
    const work = vi.fn(async () => {});
    budget.pause(HOUR);
    void budget.inTurn(work);
    budget.resume();
    await vi.advanceTimersByTimeAsync(0);
    expect(work).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(10_000);
    budget.pause(HOUR - 10_000);
    expect(budget.pausedUntil()).toBe(HOUR);
    expect(await ask(budget)).toEqual(expect.any(Number));
  });

  it("isn't prolonged when the clock is set back", async () => {
    const budget = create();
    vi.setSystemTime(40 * HOUR);
    budget.pause(30_000);
    vi.setSystemTime(HOUR);
    expect(budget.pausedUntil()).toBe(HOUR + 30_000);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(budget.pausedUntil()).toBeNull();
  });

  it("ends after its time, although the clock was set back while a request waits", async () => {
    const budget = create();
    const work = vi.fn(async () => {});
    budget.pause(30_000);
    vi.setSystemTime(1_000);
    void budget.inTurn(work);
    vi.setSystemTime(500);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(work).toHaveBeenCalledOnce();
  });

  it("holds back the other tabs of the key, and no others", () => {
    const area = createMemoryStorage();
    const [one, two, other] = [
      create({ area, name: "a" }),
      create({ area, name: "a" }),
      create({ area, name: "b" }),
    ];
    one.pause(30_000);
    expect([two.pausedUntil(), other.pausedUntil()]).toEqual([30_000, null]);
    two.resume();
    expect([one.pausedUntil(), two.pausedUntil()]).toEqual([30_000, null]);
  });
});

describe("several tabs", () => {
  const create = (area: UsageStorage["area"]) =>
    createRequestBudget({ limits: HALF_OF_SERVER_LIMITS, storage: { area, name: "a" }, random: () => 0 });

  it("share the requests of any minute and any hour", async () => {
    const area = createMemoryStorage();
    const sentAt: number[] = [];
    const tabs = Array.from({ length: 7 }, () => create(area));
    const all = Promise.all(
      tabs.map(async (budget) => {
        for (let sent = 0; sent < 500; sent += 1)
          await budget.inTurn(async () => {
            budget.count();
            sentAt.push(Date.now());
          });
      }),
    );
    await vi.advanceTimersByTimeAsync(2 * HOUR);
    await all;
    expect(sentAt).toHaveLength(3_500);
    expect([MINUTE, HOUR].map((windowMs) => maxInWindow(sentAt, windowMs))).toEqual([240, 2_400]);
  });

  it("count requests that another tab has reserved, until that tab is closed", async () => {
    const area = createMemoryStorage();
    const [one, two] = [create(area), create(area)];
    expect(await ask(one, 238)).toEqual(IS_GRANTED);
    expect(await ask(two, 3)).toEqual(expect.any(Number));
    expect(await ask(two, 2)).toEqual(IS_GRANTED);
    vi.setSystemTime(2 * MINUTE);
    expect(await ask(create(area), 238)).toEqual(IS_GRANTED);
  });

  it("delete what was stored more than an hour ago, or can't be read", async () => {
    const area = createMemoryStorage();
    create(area).count();
    vi.setSystemTime(HOUR + 1);
    area.setItem(
      "environs.requests.a.x",
      '{"sent":[["a",1]],"reserved":0,"pausedUntil":0,"updatedAt":3600001}',
    );
    area.setItem("environs.requests.a.y", "null");
    area.setItem("environs.views", "[]");
    await create(area).acquire();
    const names = Array.from({ length: area.length }, (_, index) => area.key(index));
    expect(names).toEqual(["environs.views", expect.stringMatching(/^environs\.requests\.a\.\w+$/)]);
  });

  it("count on their own where storage is full", async () => {
    const area = { ...createMemoryStorage(), setItem: () => expect.fail("full") };
    const budget = create(area);
    for (let sent = 0; sent < 240; sent += 1) budget.count();
    expect(await ask(budget)).toEqual(expect.any(Number));
  });
});
