import "fake-indexeddb/auto";
import fc from "fast-check";
import { afterEach, beforeEach, vi } from "vitest";
import { memoryOnly } from "@/data/journal/tab-id";

// The same sources always try the same values, so that failures are reproducible.
fc.configureGlobal({ seed: 2611 });

// Node has no IndexedDB. Tests that need one stub it. Only its classes remain, which affect no other test.
Reflect.deleteProperty(globalThis, "indexedDB");

// Earlier tests may have left entries in memory that no browser has stored.
beforeEach(() => memoryOnly.clear());

afterEach(() => {
  // First, since a spy on a fake timer would bring the fake back.
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
