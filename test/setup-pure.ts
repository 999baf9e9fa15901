import "fake-indexeddb/auto";
import fc from "fast-check";
import { afterEach, beforeEach } from "vitest";
import { memoryOnly } from "@/data/journal/tab-id";
import { restoreGlobals } from "./restore-globals";

// With a fixed seed, every run tries the same values, so that failures are reproducible.
fc.configureGlobal({ seed: 2611 });

// Like Node, tests have no IndexedDB unless they stub it. The classes of fake-indexeddb stay
// defined.
Reflect.deleteProperty(globalThis, "indexedDB");

// Earlier tests may have left entries in memory.
beforeEach(() => memoryOnly.clear());

afterEach(restoreGlobals);
