import "fake-indexeddb/auto";
import { afterEach, vi } from "vitest";

// Node has no IndexedDB. A test that needs one stubs it; its classes alone change nothing for the others.
Reflect.deleteProperty(globalThis, "indexedDB");

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
