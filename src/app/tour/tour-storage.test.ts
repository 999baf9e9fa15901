import { afterEach, expect, it, vi } from "vitest";
import { isTourDismissed, storeTourDismissed } from "./tour-storage";

afterEach(() => {
  vi.unstubAllGlobals();
});

it("keeps in the browser that the tour was shown", () => {
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

it("keeps it in the name of the tab, which outlives a reload, where storage is forbidden", () => {
  const forbid = () => {
    throw new DOMException("Forbidden", "SecurityError");
  };
  vi.stubGlobal("window", { name: "" });
  vi.stubGlobal("localStorage", { getItem: forbid, setItem: forbid });
  expect(isTourDismissed()).toBe(false);
  storeTourDismissed();
  expect(isTourDismissed()).toBe(true);
});
