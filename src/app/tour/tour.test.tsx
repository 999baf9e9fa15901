import { expect, it, vi } from "vitest";
import { isTourDismissed, storeTourDismissed } from "./tour";

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
