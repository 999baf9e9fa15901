import { buildSubscription } from "@test/support/builders";
import { expect, it } from "vitest";
import { findUpcomingDeliveries } from "./overview.page";

const now = new Date("2026-11-23T09:00:00Z");

it("finds the deliveries of the next 24 hours, soonest first", () => {
  const at = (id: number, next: string | null, other: object = {}) =>
    buildSubscription({ id, next_delivery_date: next, ...other });
  const records = [
    at(1, "2026-11-24T09:00:00Z"),
    at(2, "2026-11-23T09:00:01Z"),
    at(3, "2026-11-24T09:00:01Z"),
    at(4, "2026-11-23T08:59:59Z"),
    at(5, null),
    at(6, "2026-11-23T10:00:00Z", { enabled: false }),
    at(7, "2026-11-23T10:00:00Z", { deleted: true }),
    at(8, "2026-11-23T12:00:00+02:00"),
  ];
  expect(findUpcomingDeliveries(records, now).map(({ record }) => record.id)).toEqual([2, 8, 1]);
});
