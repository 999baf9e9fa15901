import { expect, it } from "vitest";
import { measureVisitSizes } from "./visit-files.mjs";

// That a visit fetches these files and no others is shown by test/browser/performance/bundle-budget.spec.ts.
it.each(measureVisitSizes())(
  "keeps a first visit within its budget: $name, $bytes bytes",
  ({ bytes, atLeast, budget }) => {
    expect(bytes).toBeGreaterThan(atLeast);
    expect(bytes).toBeLessThanOrEqual(budget);
  },
);
