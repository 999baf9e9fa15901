import "fake-indexeddb/auto";
import fc from "fast-check";
import { afterEach, beforeEach, vi } from "vitest";
import { memoryOnly } from "@/data/journal/journal-entry";
import { restoreGlobals } from "./restore-globals";

// Tests use the 24-hour clock, regardless of the computer's language.
vi.mock("@/lib/time/hour-cycle", async (importOriginal) => {
  const { hasTwelveHourClock } = await importOriginal<typeof import("@/lib/time/hour-cycle")>();
  return { hasTwelveHourClock: (locale?: string) => locale !== undefined && hasTwelveHourClock(locale) };
});

// With a fixed seed, every run tries the same values, so that failures are reproducible.
fc.configureGlobal({ seed: 2611 });

// Like Node, tests have no IndexedDB unless they stub it. The classes of fake-indexeddb stay
// defined.
Reflect.deleteProperty(globalThis, "indexedDB");

// Earlier tests may have left entries in memory.
beforeEach(() => memoryOnly.clear());

afterEach(restoreGlobals);
