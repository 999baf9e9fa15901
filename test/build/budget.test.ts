import { expect, it } from "vitest";
import { measureVisitSizes } from "./visit-files.mjs";

// test/browser/performance/bundle-budget.spec.ts checks that a visit fetches these files and no others.
it.each(measureVisitSizes())(
  "keeps a first visit within its budget: $name, $bytes bytes",
  ({ bytes, atLeast, budget }) => {
    expect(bytes).toBeGreaterThan(atLeast);
    expect(bytes).toBeLessThanOrEqual(budget);
  },
);
