import { buildHttpError } from "@test/support/builders";
import { expect, test, vi } from "vitest";
import { createConnectionStatus } from "./connection-status";

const createHttpError = (status: number, detail: string) => buildHttpError(status, { detail });

test("records the scope of a 403 and notifies once", () => {
  const connectionStatus = createConnectionStatus();
  const listener = vi.fn();
  connectionStatus.subscribe(listener);
  const error = createHttpError(403, "API key missing required scope 'subscription:write'");
  connectionStatus.noteError(error);
  connectionStatus.noteError(error);
  expect(connectionStatus.get().missingScopes).toEqual(new Set(["subscription:write"]));
  expect(listener).toHaveBeenCalledTimes(1);
});

test("ignores other errors", () => {
  const connectionStatus = createConnectionStatus();
  connectionStatus.noteError(createHttpError(403, "You can't explicitly add yourself to projects."), "1");
  connectionStatus.noteError(createHttpError(404, "Not found."), "1");
  connectionStatus.noteError(new TypeError("x"));
  expect(connectionStatus.get()).toEqual(createConnectionStatus().get());
});

test.each([
  ["the requested project", "You don't have access to the project.", "2", ["2"]],
  ["the named project", "API key does not have access to the requested project: ID 1.", "@current", ["1"]],
])("notes that the key couldn't open %s, until the key changes", (_, detail, project, closed) => {
  const connectionStatus = createConnectionStatus();
  connectionStatus.noteError(createHttpError(403, detail), project);
  expect([...connectionStatus.get().closedProjects]).toEqual(closed);
  connectionStatus.noteNewKey();
  expect(connectionStatus.get().closedProjects.size).toBe(0);
});

test("reports the longest wait, and none when all have resumed", () => {
  const connectionStatus = createConnectionStatus(() => 1_000);
  const first = connectionStatus.noteThrottle("things.list", 5_000);
  const second = connectionStatus.noteThrottle("others.list", 30_000);
  expect(connectionStatus.get().retryAt).toBe(31_000);
  expect(connectionStatus.throttledUntil("things.list")).toBe(6_000);
  expect(connectionStatus.throttledUntil("things.get")).toBeNull();
  second();
  expect(connectionStatus.get().retryAt).toBe(6_000);
  expect(connectionStatus.throttledUntil("others.list")).toBeNull();
  first();
  expect(connectionStatus.get().retryAt).toBeNull();
});

test("detects deprecated routes by header and removed ones by response", () => {
  const connectionStatus = createConnectionStatus();
  connectionStatus.noteHeaders(new Headers({ deprecation: "@1767225600" }));
  expect(connectionStatus.get().routes).toBe("deprecated");
  connectionStatus.noteError(createHttpError(404, "Endpoint not found."));
  connectionStatus.noteHeaders(new Headers({ deprecation: "true" }));
  expect(connectionStatus.get().routes).toBe("gone");
});

test("stops notifying after unsubscribing", () => {
  const connectionStatus = createConnectionStatus();
  const listener = vi.fn();
  connectionStatus.subscribe(listener)();
  connectionStatus.noteThrottle("things.list", 10);
  expect(listener).not.toHaveBeenCalled();
});

test.each([
  ["a day ahead", "Fri, 20 Nov 2026 10:00:00 GMT", 86_400_000],
  ["near enough", "Sat, 21 Nov 2026 09:56:00 GMT", null],
  ["unknown", "", null],
])("compares this device's clock: %s", (_, date, clockSkewMs) => {
  const connectionStatus = createConnectionStatus(() => Date.parse("2026-11-21T10:00:00Z"));
  const listener = vi.fn();
  connectionStatus.subscribe(listener);
  const headers = new Headers({ Date: date });
  connectionStatus.noteHeaders(headers);
  connectionStatus.noteHeaders(headers);
  expect(connectionStatus.get().clockSkewMs).toBe(clockSkewMs);
  expect(listener).toHaveBeenCalledTimes(clockSkewMs === null ? 0 : 1);
  connectionStatus.noteHeaders(new Headers({ Date: "Sat, 21 Nov 2026 10:00:00 GMT" }));
  expect(connectionStatus.get().clockSkewMs).toBeNull();
});
