import { afterEach, expect, it, vi } from "vitest";
import { isTourDismissed, storeTourDismissed } from "./tour-storage";

afterEach(() => {
  vi.unstubAllGlobals();
});

it("remembers in the browser that the tour was shown", () => {
  const storedValue = new Map<string, string>();
  vi.stubGlobal("window", { name: "" });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storedValue.get(key) ?? null,
    setItem: (key: string, value: string) => storedValue.set(key, value),
  });
  expect(isTourDismissed()).toBe(false);
  storeTourDismissed();
  expect(isTourDismissed()).toBe(true);
  expect(window.name).toBe("");
});

it("uses the tab's name when storage is blocked", () => {
  const forbid = () => {
    throw new DOMException("Forbidden", "SecurityError");
  };
  vi.stubGlobal("window", { name: "" });
  vi.stubGlobal("localStorage", { getItem: forbid, setItem: forbid });
  expect(isTourDismissed()).toBe(false);
  storeTourDismissed();
  expect(isTourDismissed()).toBe(true);
});
