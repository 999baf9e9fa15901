import { beforeEach, describe, expect, it, vi } from "vitest";
import { ContractError, HttpError, NetworkError, retryDelay, TimeoutError, waitForCooldown } from "./errors";

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
});
