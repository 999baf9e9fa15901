import { beforeEach, describe, expect, it, vi } from "vitest";
import { ContractError, HttpError, NetworkError, TimeoutError } from "./errors";
import { retryDelay, sleep, waitForCooldown } from "./retry";

const EMPTY_BODY = { type: null, code: null, detail: null, attr: null };
const http = (status: number, retryAfter: number | null = null) =>
  new HttpError(status, EMPTY_BODY, retryAfter);
const least = () => 0;
const maxJitter = () => 0.999_999;

describe("retryDelay", () => {
  it.each([500, 502, 503, 504, 429])("retries after %i", (status) => {
    expect(retryDelay(http(status), 0, least)).toBe(150);
  });

  it.each([400, 401, 402, 403, 404, 405, 409, 501])("gives up after %i", (status) => {
    expect(retryDelay(http(status), 0, least)).toBeNull();
  });

  it.each(["unreachable", "offline", "broken-off"] as const)(
    "tries again when the network was %s",
    (reason) => {
      expect(retryDelay(new NetworkError(reason), 0, least)).toBe(150);
    },
  );

  it.each([
    ["a redirect", new NetworkError("redirect")],
    ["an invalid key", new NetworkError("key")],
    ["a timeout", new TimeoutError(30_000)],
    ["an unknown response", new ContractError("x", [], null)],
    ["a bug in the app", new Error("x")],
  ])("gives up after %s", (_, error) => {
    expect(retryDelay(error, 0, least)).toBeNull();
  });

  it("doubles the delay with jitter, and stops after three retries", () => {
    const pauses = [0, 1, 2, 3].map((attempt) => retryDelay(http(503), attempt, least));
    expect(pauses).toEqual([150, 300, 600, null]);
    const longest = [0, 1, 2].map((attempt) => Math.round(retryDelay(http(503), attempt, maxJitter) ?? 0));
    expect(longest).toEqual([300, 600, 1200]);
  });

  it.each([429, 503])("waits as long as the server requests with %i", (status) => {
    expect(retryDelay(http(status, 34_000), 0, least)).toBe(34_000);
    expect(retryDelay(http(status, 34_000), 0, maxJitter)).toBeGreaterThan(34_000);
  });

  it("gives up when that is more than a minute", () => {
    expect(retryDelay(http(429, 60_000), 0, least)).toBe(60_000);
    expect(retryDelay(http(429, 61_000), 0, least)).toBeNull();
  });
});

describe("waitForCooldown", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));

  it("keeps waiting when the cooldown was extended", async () => {
    const start = Date.now();
    const ends = [start + 60_000, start + 90_000, null];
    const slept: number[] = [];
    await waitForCooldown(
      () => ends.shift() ?? null,
      undefined,
      async (ms) => void slept.push(ms),
    );
    expect(slept.map((ms) => Math.round(ms / 1_000))).toEqual([60, 90]);
  });

  it("doesn't spin when the cooldown should be over but isn't", async () => {
    const ends = [Date.now() - 5_000, null];
    const slept: number[] = [];
    await waitForCooldown(
      () => ends.shift() ?? null,
      undefined,
      async (ms) => void slept.push(ms),
    );
    expect(slept).toEqual([100]);
  });
});

describe("sleep", () => {
  it("ends when it is aborted", async () => {
    const cancel = new AbortController();
    const slept = sleep(60_000, cancel.signal);
    cancel.abort(new Error("left the page"));
    await expect(slept).rejects.toThrow("left the page");
  });

  it("doesn't start when it was aborted", async () => {
    await expect(sleep(60_000, AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
  });

  it("resolves after the time, not before", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "Date"] });
    const onEnd = vi.fn();
    void sleep(60_000).then(onEnd);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(onEnd).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onEnd).toHaveBeenCalledOnce();
  });
});
