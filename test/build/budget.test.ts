import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { expect, it } from "vitest";
import { root } from "../architecture/repository-files";
import { type Build, readVisitFiles } from "./visit-files";

// In bytes, Brotli quality 11.
const SCRIPT_BUDGET = 150_000;
const STYLE_BUDGET = 14_000;
/** For search, views, columns and health, which load after the first rows. */
const BEHIND_BUDGET = 25_000;
/** Added by the emulated backend. */
const EMULATOR_BUDGET = 60_000;

function compressedSize(build: Build, files: Iterable<string>, ending = ""): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return [...files]
    .filter((file) => file.endsWith(ending))
    .reduce(
      (sum, file) => sum + brotliCompressSync(readFileSync(join(root, build, file)), { params }).length,
      0,
    );
}

const live = readVisitFiles("dist-live");
const demo = readVisitFiles("dist");

// test/browser/performance/bundle-budget.spec.ts checks that a visit loads exactly these files.
it.each([
  ["JavaScript, live", compressedSize("dist-live", live.start, ".js"), 50_000, SCRIPT_BUDGET],
  ["CSS, live", compressedSize("dist-live", live.start, ".css"), 1_000, STYLE_BUDGET],
  ["loaded after the first rows", compressedSize("dist-live", live.behind), 1_000, BEHIND_BUDGET],
  [
    "what the emulated backend adds",
    compressedSize("dist", [...demo.start, ...demo.emulator]) - compressedSize("dist-live", live.start),
    1_000,
    EMULATOR_BUDGET,
  ],
])("keeps a first visit within its budget: %s, %d bytes", (_what, bytes, atLeast, budget) => {
  // Guards against an empty measurement.
  expect(bytes).toBeGreaterThan(atLeast);
  expect(bytes).toBeLessThanOrEqual(budget);
});
