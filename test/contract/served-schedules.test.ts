import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createClient } from "@/api/client";
import { createSubscription, listSubscriptions } from "@/api/subscriptions";
import { measureClockRules, UTC_RULE } from "@/data/capabilities/clock-rule";
import {
  differsFromServed,
  previewSchedule,
} from "@/features/subscriptions/schedule/subscription-occurrences";
import { createEditOrigin } from "@/features/subscriptions/schema/subscription-form-values";
import { toSchedule } from "@/features/subscriptions/schema/subscription-requests";
import { PROFILES } from "@/mocks/seed/world";
import { createMockServer } from "../support/mock-server";

const CREATION = {
  dashboard: 201,
  target_type: "email",
  target_value: "ana@x.co",
};
/** A field that older servers don't have. */
const SELECTION = { dashboard_export_insights: [4001] };
const NOW = new Date("2026-11-21T10:00:00Z");
const CONNECTION = {
  id: "served",
  label: "Served",
  baseUrl: "http://served.example",
  prefix: "environments",
  key: "phx_demo_all",
} as const;

const SCHEDULES = fc.record({
  frequency: fc.constantFrom("daily", "weekly", "monthly", "yearly"),
  interval: fc.integer({ min: 1, max: 4 }),
  byweekday: fc.option(fc.subarray(["monday", "wednesday", "friday", "sunday"], { minLength: 1 })),
  bysetpos: fc.option(fc.constantFrom(1, 2, 3, -1, -2)),
  start_date: fc.constantFrom("2026-11-23T08:00:00Z", "2026-11-26T16:10:20Z", "2026-12-31T23:45:00Z"),
});

it.each(PROFILES)(
  "the first computed delivery of any schedule is the served one on a server of the profile %s",
  async (profile) => {
    const { fetch } = createMockServer({ now: () => NOW, profile });
    const client = createClient({ connection: CONNECTION, fetch });
    let compared = 0;
    let rounded = 0;
    await fc.assert(
      fc.asyncProperty(SCHEDULES, async (schedule) => {
        const body = {
          ...CREATION,
          ...(profile === "newer" && SELECTION),
          ...schedule,
          ...(schedule.byweekday === null && { bysetpos: null }),
        };
        const path = { project_id: "3" };
        const record = await client.request(createSubscription, { path, body }).catch((error: unknown) => {
          // Servers of 2026 reject a schedule without deliveries.
          expect({ profile, error }).toMatchObject({ profile: "newer", error: { status: 400 } });
          return null;
        });
        if (record === null) return;
        compared += 1;
        expect(differsFromServed(record, NOW)).toBe(false);
        const next = record.next_delivery_date;
        if (next && new Date(next).getUTCMinutes() !== new Date(record.start_date).getUTCMinutes())
          rounded += 1;
      }),
    );
    expect(compared).toBeGreaterThan(50);
    // Servers of 2026 deliver only at minutes 0 and 30.
    expect(rounded > 0).toBe(profile === "newer");
  },
);

describe.each(PROFILES)("the records of a server of the profile %s", (profile) => {
  async function fetchRecords(limit: number) {
    const { fetch } = createMockServer({ now: () => NOW, profile });
    const client = createClient({ connection: CONNECTION, fetch });
    const pages = await Promise.all(
      ["1", "2"].map((project_id) =>
        client.request(listSubscriptions, { path: { project_id }, query: { limit } }),
      ),
    );
    return pages.flatMap(({ results }) => results);
  }

  it("are delivered first when the app computes it", async () => {
    const records = await fetchRecords(1_000);
    expect(records.length).toBeGreaterThan(1_000);
    expect(records.filter((record) => differsFromServed(record, NOW)).map(({ id }) => id)).toEqual([]);
    // The comparison must detect a server that computes differently.
    const shifted = records
      .filter(({ deleted, next_delivery_date: next }) => !deleted && next !== null)
      .map((record) => ({
        ...record,
        start_date: new Date(Date.parse(record.start_date) + 3_600_000).toISOString(),
      }));
    expect(shifted.some((record) => differsFromServed(record, NOW))).toBe(true);
    if (profile === "newer") expect([...measureClockRules(records)]).toEqual([UTC_RULE]);
  });

  it("are delivered first when the form says so", async () => {
    const records = await fetchRecords(100);
    const planned = records.filter(
      ({ deleted, enabled, next_delivery_date: next }) =>
        !deleted && enabled !== false && Date.parse(next ?? "") > NOW.getTime(),
    );
    expect(planned.length).toBeGreaterThan(30);
    const previews = planned.map((record) => {
      const origin = createEditOrigin(record, "Europe/Berlin");
      const schedule = toSchedule(origin.values, origin) ?? expect.fail();
      return previewSchedule(schedule, NOW, { zone: origin.zone, hasUtcRule: true }).next[0];
    });
    expect(previews).toEqual(planned.map(({ next_delivery_date: next }) => next));
  });
});
