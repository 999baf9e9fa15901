import { expect, it } from "vitest";
import type { Subscription } from "@/contract/subscriptions";
import { runToEnd } from "@/lib/scheduler/cooperative-task";
import { sampleSubscription } from "@/testing/build-subscription";
import { watchRows } from "@/testing/observe-cooperative-task";
import { findMoves } from "./find-dst-shifts";
import { findHealth } from "./find-health";
import { planMends } from "./plan-dst-fixes";

const NOW = Date.parse("2026-11-21T10:00:00Z");
const SPRING = new Date("2027-03-28T01:00:00Z");
const SAMPLE = sampleSubscription();

const many = (fields: (place: number) => Partial<Subscription>) =>
  watchRows(Array.from({ length: 10_000 }, (_, id) => ({ ...SAMPLE, id, ...fields(id) })));

it("ten thousand deliveries of all kinds are looked through with rests between a few of them", () => {
  const { rows, restsOf } = many((place) => ({ dashboard: place }));
  const { result, mostRows } = restsOf(findHealth(rows, NOW));
  expect(result.duplicate).toEqual([]);
  expect(mostRows).toBeLessThanOrEqual(128);
});

it("so are ten thousand of the same schedule and recipients", () => {
  const { rows, restsOf } = many(() => ({}));
  expect(restsOf(findHealth(rows, NOW)).mostRows).toBeLessThanOrEqual(128);
});

it("so are ten thousand of the same schedule with recipients of their own, and after each recipient", () => {
  const { rows, restsOf } = many((place) => ({ target_value: `p${place}@x.co` }));
  const { mostRows, rests } = restsOf(findHealth(rows, NOW));
  expect(mostRows).toBeLessThanOrEqual(128);
  expect(rests).toBeGreaterThanOrEqual(10_000);
});

it("what a change of the clocks moves is found, and mended, with rests between a few of them", () => {
  const { rows, restsOf } = many(() => ({}));
  const finding = restsOf(findMoves(rows, SPRING, "Europe/Berlin"));
  expect(finding.result).toHaveLength(10_000);
  expect(finding.mostRows).toBeLessThanOrEqual(64);
  const moves = runToEnd(findMoves(rows, SPRING, "Europe/Berlin"));
  expect(restsOf(planMends(moves)).mostRows).toBeLessThanOrEqual(16);
});
