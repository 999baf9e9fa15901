import { expect, it } from "vitest";
import { ContractError, HttpError, isOutcomeUnknown, NetworkError, TimeoutError } from "./errors";

function answered(status: number, isMutation = true) {
  return new HttpError(status, { type: null, code: null, detail: null, attr: null }, null, isMutation);
}

it.each([
  answered(500),
  answered(503),
  new NetworkError("unreachable", { isMutation: true }),
  new NetworkError("broken-off", { isMutation: true }),
  new NetworkError("offline", { isMutation: true }),
  new NetworkError("redirect", { isMutation: true }),
  new TimeoutError(30_000, true),
  new ContractError("subscriptions.update", [], null, true),
])("has an unknown outcome: %s", (error) => {
  expect(isOutcomeUnknown(error)).toBe(true);
});

it.each([
  answered(400),
  answered(403),
  answered(404),
  answered(429),
  new NetworkError("key", { isMutation: true }),
  new Error("ours"),
])("was definitely not applied: %s", (error) => {
  expect(isOutcomeUnknown(error)).toBe(false);
});

it.each([
  answered(500, false),
  new NetworkError("unreachable"),
  new TimeoutError(30_000),
  new ContractError("subscriptions.get", [], null),
])("has no unknown outcome if it was a read: %s", (error) => {
  expect(isOutcomeUnknown(error)).toBe(false);
});
