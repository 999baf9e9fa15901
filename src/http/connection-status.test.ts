import { expect, test, vi } from "vitest";
import { createSignals } from "./connection-status";
import { HttpError } from "./errors";

function refusal(status: number, detail: string) {
  return new HttpError(status, { type: null, code: null, detail, attr: null });
}

test("a 403 that names a scope is remembered, and told once", () => {
  const signals = createSignals();
  const listener = vi.fn();
  signals.subscribe(listener);
  const error = refusal(403, "API key missing required scope 'subscription:write'");
  signals.noteError(error);
  signals.noteError(error);
  expect(signals.get().missingScopes).toEqual(new Set(["subscription:write"]));
  expect(listener).toHaveBeenCalledTimes(1);
});

test("other refusals tell nothing about the connection", () => {
  const signals = createSignals();
  signals.noteError(refusal(403, "You don't have access to the project."));
  signals.noteError(refusal(404, "Not found."));
  signals.noteError(new TypeError("x"));
  expect(signals.get()).toEqual({
    missingScopes: new Set(),
    waitingUntil: null,
    routes: "current",
    keyRefusal: null,
    clockOff: null,
  });
});

test("the longest of several waits is told, and none once all go on", () => {
  const signals = createSignals(() => 1_000);
  const first = signals.noteWait("things.list", 5_000);
  const second = signals.noteWait("others.list", 30_000);
  expect(signals.get().waitingUntil).toBe(31_000);
  expect(signals.restOf("things.list")).toBe(6_000);
  expect(signals.restOf("things.get")).toBeNull();
  second();
  expect(signals.get().waitingUntil).toBe(6_000);
  expect(signals.restOf("others.list")).toBeNull();
  first();
  expect(signals.get().waitingUntil).toBeNull();
});

test("a deprecated route is noticed by its header, a removed one by its answer, and gone stays gone", () => {
  const signals = createSignals();
  signals.noteHeaders(new Headers({ deprecation: "@1767225600" }));
  expect(signals.get().routes).toBe("deprecated");
  signals.noteError(refusal(404, "Endpoint not found."));
  signals.noteHeaders(new Headers({ deprecation: "true" }));
  expect(signals.get().routes).toBe("gone");
});

test("who has stopped listening hears nothing more", () => {
  const signals = createSignals();
  const listener = vi.fn();
  signals.subscribe(listener)();
  signals.noteWait("things.list", 10);
  expect(listener).not.toHaveBeenCalled();
});

test.each([
  ["a day ahead", "Fri, 20 Nov 2026 10:00:00 GMT", 86_400_000],
  ["a day behind", "Sun, 22 Nov 2026 10:00:00 GMT", -86_400_000],
  ["near enough", "Sat, 21 Nov 2026 09:56:00 GMT", null],
  ["not told", "", null],
])("this device's clock is %s", (_, date, clockOff) => {
  const signals = createSignals(() => Date.parse("2026-11-21T10:00:00Z"));
  const listener = vi.fn();
  signals.subscribe(listener);
  const headers = new Headers({ Date: date });
  signals.noteHeaders(headers);
  signals.noteHeaders(headers);
  expect(signals.get().clockOff).toBe(clockOff);
  expect(listener).toHaveBeenCalledTimes(clockOff === null ? 0 : 1);
  signals.noteHeaders(new Headers({ Date: "Sat, 21 Nov 2026 10:00:00 GMT" }));
  expect(signals.get().clockOff).toBeNull();
});
