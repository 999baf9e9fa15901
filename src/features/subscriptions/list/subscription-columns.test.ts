import { expect, it } from "vitest";
import { buildSubscription } from "@/testing/build-subscription";
import { subscriptionColumns } from "./subscription-columns";

it("shows the name of a source, and its ID in the tooltip", () => {
  const names = new Map([["dashboard 201", "Growth overview"]]);
  const columns = subscriptionColumns("UTC", new Date("2026-11-21T10:00:00Z"), names, () => "");
  const source = columns.find(({ id }) => id === "source");
  const record = buildSubscription({ dashboard: 201, insight: null });
  expect([source?.cell(record), source?.fullText?.(record)]).toEqual([
    "Growth overview",
    "Growth overview (dashboard 201)",
  ]);
});

it("marks generated titles apart from inactive rows, which are gray", () => {
  const columns = subscriptionColumns("UTC", new Date("2026-11-21T10:00:00Z"), new Map(), () => "");
  const title = columns.find(({ id }) => id === "title");
  const untitled = buildSubscription({ title: null });
  expect(title?.tone?.(untitled)).toBe("generated");
  expect(title?.fullText?.(untitled)).toMatch(/\nNo title$/);
  const titled = buildSubscription({ title: "Weekly", enabled: false });
  expect([title?.tone?.(titled), title?.fullText?.(titled)]).toEqual([undefined, null]);
});
