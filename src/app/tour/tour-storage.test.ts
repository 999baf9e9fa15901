import { afterEach, expect, it, vi } from "vitest";
import { rememberTour, tourWasSeen } from "./tour-storage";

afterEach(() => {
  vi.unstubAllGlobals();
});

it("keeps in the browser that the tour was shown", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("window", { name: "" });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  expect(tourWasSeen()).toBe(false);
  rememberTour();
  expect(tourWasSeen()).toBe(true);
  expect(window.name).toBe("");
});

it("keeps it in the name of the tab, which outlives a reload, where storage is forbidden", () => {
  const forbid = () => {
    throw new DOMException("Forbidden", "SecurityError");
  };
  vi.stubGlobal("window", { name: "" });
  vi.stubGlobal("localStorage", { getItem: forbid, setItem: forbid });
  expect(tourWasSeen()).toBe(false);
  rememberTour();
  expect(tourWasSeen()).toBe(true);
});
