import { buildClient } from "@test/support/builders";
import { describe, expect, it } from "vitest";
import { listSubscriptions } from "@/api/subscriptions";
import { measureClockRules, UTC_RULE } from "@/data/capabilities/capabilities";
import {
  differsFromServed,
  previewSchedule,
} from "@/features/subscriptions/schedule/subscription-occurrences";
import { createEditOrigin } from "@/features/subscriptions/schema/subscription-form-values";
import { toSchedule } from "@/features/subscriptions/schema/subscription-requests";
import { PROFILES } from "@/mocks/seed/world";
import { createMockServer } from "../support/mock-server";

const NOW = new Date("2026-11-21T10:00:00Z");

describe.each(PROFILES)("the records of a server of the profile %s", (profile) => {
  async function fetchRecords(limit: number) {
    const { fetch } = createMockServer({ now: () => NOW, profile });
    const client = buildClient({ fetch });
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
