import { expect, it } from "vitest";
import type { Subscription } from "@/api/subscriptions";
import { buildSubscription } from "@/testing/build-subscription";
import { trackRowReads } from "@/testing/observe-cooperative-task";
import { collectFindings } from "./collect-findings";

const NOW = Date.parse("2026-11-21T10:00:00Z");
const SAMPLE = buildSubscription();

const buildMany = (fields: (index: number) => Partial<Subscription>) =>
  trackRowReads(Array.from({ length: 10_000 }, (_, id) => ({ ...SAMPLE, id, ...fields(id) })));

it("scans 10,000 different subscriptions in slices", () => {
  const { rows, countYields: yieldsOf } = buildMany((index) => ({ dashboard: index }));
  const { result, maxRows: maxRowsBetweenYields } = yieldsOf(collectFindings(rows, NOW));
  expect(result.duplicate).toEqual([]);
  expect(maxRowsBetweenYields).toBeLessThanOrEqual(128);
});

it("yields after each recipient of 10,000 subscriptions with the same schedule", () => {
  const { rows, countYields: yieldsOf } = buildMany((index) => ({ target_value: `p${index}@x.co` }));
  const { maxRows: maxRowsBetweenYields, yields: yieldCount } = yieldsOf(collectFindings(rows, NOW));
  expect(maxRowsBetweenYields).toBeLessThanOrEqual(128);
  expect(yieldCount).toBeGreaterThanOrEqual(10_000);
});
