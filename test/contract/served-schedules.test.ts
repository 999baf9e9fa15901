import { expect, it } from "vitest";
import { listSubscriptions } from "@/contract/subscriptions";
import { createEmulator } from "@/emulator/hosts/emulator";
import { differsFromServed } from "@/features/subscriptions/schedule/subscription-occurrences";
import { createClient } from "@/http/client";

const NOW = new Date("2026-11-21T10:00:00Z");
const CONNECTION = {
  id: "served",
  label: "Served",
  baseUrl: "http://served.example",
  prefix: "environments",
  key: "phx_demo_all",
} as const;

it.each(["2024", "2025", "2026"] as const)(
  "the first computed delivery of every record is the served one on a server of %s",
  async (generation) => {
    const { fetch } = createEmulator({ now: NOW, generation });
    const client = createClient({ connection: CONNECTION, fetch });
    const pages = await Promise.all(
      ["1", "2"].map((project_id) =>
        client.request(listSubscriptions, { path: { project_id }, query: { limit: 3_000 } }),
      ),
    );
    const records = pages.flatMap(({ results }) => results);
    expect(records.length).toBeGreaterThan(3_000);
    expect(records.filter((record) => differsFromServed(record, NOW)).map(({ id }) => id)).toEqual([]);
    // The comparison notices a server that computes in another way.
    const shifted = records
      .filter(({ deleted, next_delivery_date: next }) => !deleted && next !== null)
      .map((record) => ({
        ...record,
        start_date: new Date(Date.parse(record.start_date) + 60_000).toISOString(),
      }));
    expect(shifted.some((record) => differsFromServed(record, NOW))).toBe(true);
  },
);
