import { buildHttpError } from "@test/support/builders";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  ContractError,
  getFieldError,
  isOutcomeUnknown,
  NetworkError,
  retryDelay,
  TimeoutError,
  waitForCooldown,
} from "./errors";

const http = (status: number, retryAfterMs: number | null = null) =>
  buildHttpError(status, {}, { retryAfterMs });
const least = () => 0;
const maxJitter = () => 0.999_999;

describe("retryDelay", () => {
  it.each([500, 504, 429])("retries after %i", (status) => {
    expect(retryDelay(http(status), 0, least)).toBe(150);
  });

  it.each([400, 401, 409, 501])("gives up after %i", (status) => {
    expect(retryDelay(http(status), 0, least)).toBeNull();
  });

  it.each(["unreachable", "offline", "broken-off"] as const)(
    "tries again when the network was %s",
    (reason) => {
      expect(retryDelay(new NetworkError(reason), 0, least)).toBe(150);
    },
  );

  it.each([
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

const answered = (status: number, isMutation = true) => buildHttpError(status, {}, { isMutation });

it.each([
  answered(500),
  new NetworkError("unreachable", { isMutation: true }),
  new NetworkError("offline", { isMutation: true }),
  new NetworkError("redirect", { isMutation: true }),
  new TimeoutError(30_000, true),
  new ContractError("subscriptions.update", [], null, true),
])("has an unknown outcome: %s", (error) => {
  expect(isOutcomeUnknown(error)).toBe(true);
});

it.each([answered(400), answered(429), new NetworkError("key", { isMutation: true }), new Error("ours")])(
  "was definitely not applied: %s",
  (error) => {
    expect(isOutcomeUnknown(error)).toBe(false);
  },
);

it.each([
  answered(500, false),
  new NetworkError("unreachable"),
  new TimeoutError(30_000),
  new ContractError("subscriptions.get", [], null),
])("has no unknown outcome if it was a read: %s", (error) => {
  expect(isOutcomeUnknown(error)).toBe(false);
});

const createHttpError = (status: number, attr: string | null, detail: string | null = "No.") =>
  buildHttpError(status, { attr, detail });

it("returns the field without its index, and the message", () => {
  expect(getFieldError(createHttpError(400, "target_value"))).toEqual({
    field: "target_value",
    message: "No.",
  });
  expect(getFieldError(createHttpError(400, "byweekday__0"))?.field).toBe("byweekday");
});

it.each([
  ["no field", createHttpError(400, null)],
  ["no message", createHttpError(400, "title", null)],
  ["another error", createHttpError(403, "title")],
  ["no response", new Error("title")],
])("is null for %s", (_, error) => {
  expect(getFieldError(error)).toBeNull();
});
