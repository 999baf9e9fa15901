import "fake-indexeddb/auto";
import fc from "fast-check";
import { afterEach, beforeEach, vi } from "vitest";
import { memoryOnly } from "@/data/journal/tab-id";

// The same sources always try the same values: a failure comes back, and does not come by chance.
fc.configureGlobal({ seed: 2611 });

// Node has no IndexedDB. A test that needs one stubs it; its classes alone change nothing for the others.
Reflect.deleteProperty(globalThis, "indexedDB");

// The journal of a page begins empty. Tests before may have left entries that no browser has stored.
beforeEach(() => memoryOnly.clear());

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
