import { buildSubscription, findRows } from "@test/support/builders";
import { expect, it } from "vitest";
import { sourceKey } from "@/data/catalog/source-labels";
import { formatSchedule, formatShortSchedule } from "@/lib/schedule/format-schedule";
import { createRecordIndex } from "@/lib/search/record-search";
import { localZone } from "@/lib/time/dates";
import { SUBSCRIPTION_SEARCH } from "./subscription-search";

const SOURCES = 200;

/** Returns the names of the first sources. */
function nameSources(count: number): ReadonlyMap<string, string> {
  return new Map(
    Array.from({ length: count }, (_, id) => [sourceKey("dashboard", id + 1), `Report number ${id + 1}`]),
  );
}

it("finds 2,000 subscriptions by the names of 200 sources, and indexes again only those with a new name", () => {
  let indexed = 0;
  const index = createRecordIndex({
    ...SUBSCRIPTION_SEARCH.schema,
    words: (record, names) => {
      indexed += 1;
      return SUBSCRIPTION_SEARCH.schema.words(record, names);
    },
  });
  const template = buildSubscription({ title: null });
  const records = Array.from({ length: 2_000 }, (_, id) => ({
    ...template,
    id,
    dashboard: 1 + (id % SOURCES),
  }));
  index.setRows(records);
  const find = (text: string) => {
    indexed = 0;
    const found = index.findSync({ query: SUBSCRIPTION_SEARCH.parse(text), sort: [], now: 0, zone: "UTC" });
    return { found: found.length, indexed };
  };
  index.setNames(nameSources(190));
  expect(find('"number 187"')).toEqual({ found: 10, indexed: 2_000 });
  expect(find('source:"number 187"')).toEqual({ found: 10, indexed: 0 });
  expect(find("-report")).toEqual({ found: 100, indexed: 0 });
  // Adds the last ten names. Each belongs to the source of 10 subscriptions.
  index.setNames(nameSources(SOURCES));
  expect(find('"number 195"')).toEqual({ found: 10, indexed: 100 });
  expect(find("-report")).toEqual({ found: 0, indexed: 0 });
});

it("finds paused subscriptions and prompts by their state", () => {
  const paused = buildSubscription({ id: 1, enabled: false });
  const prompt = buildSubscription({
    id: 2,
    dashboard: null,
    resource_type: "ai_prompt",
    prompt: "Who grew?",
  });
  const both = { ...prompt, id: 3, enabled: false };
  const deleted = { ...paused, id: 4, deleted: true };
  const find = (text: string) =>
    findRows(SUBSCRIPTION_SEARCH, [paused, prompt, both, deleted], text).map(({ id }) => id);
  expect(find("is:paused")).toEqual([1, 3]);
  expect(find("is:prompt")).toEqual([2, 3]);
  expect(find("is:prompt -is:paused")).toEqual([2]);
});

it("finds subscriptions by every word of their row, also when the state changes with the time", () => {
  const now = Date.parse("2026-11-21T10:00:00Z");
  const fields = { frequency: "daily", byweekday: null, start_date: "2026-11-02T07:30:00Z" };
  const soon = { next_delivery_date: "2026-11-21T11:00:00Z" };
  const records = [
    buildSubscription({ ...fields, ...soon, id: 1 }),
    buildSubscription({ ...fields, ...soon, id: 2, enabled: false }),
    buildSubscription({ ...fields, id: 3, next_delivery_date: null }),
    buildSubscription({ ...fields, id: 4, next_delivery_date: "2026-11-20T07:30:00Z" }),
    buildSubscription({ ...fields, ...soon, id: 5, target_type: "webhook" }),
    buildSubscription({ ...fields, ...soon, id: 6, deleted: true }),
  ];
  const find = (text: string, at = now) =>
    findRows(SUBSCRIPTION_SEARCH, records, text, { now: at }).map(({ id }) => id);
  expect(find("paused")).toEqual([2]);
  expect(find("pau")).toEqual([2]);
  expect(find("Ended")).toEqual([3]);
  expect(find("overdue")).toEqual([4]);
  expect(find("overdue", now + 3 * 3_600_000)).toEqual([1, 4]);
  expect(find("overdue daily -slack", now + 3 * 3_600_000)).toEqual([1, 4]);
  expect(find("never delivers")).toEqual([5]);
  expect(find("deleted")).toEqual([6]);
  expect(find("-paused -ended -overdue -never -deleted")).toEqual([1]);
  const schedule = {
    ...buildSubscription({ ...fields, ...soon }),
    zone: localZone(),
    at: soon.next_delivery_date,
  };
  expect(find(formatShortSchedule(schedule, schedule))).toHaveLength(6);
  expect(find(`"${formatSchedule(schedule, schedule)}"`)).toHaveLength(6);
  for (const text of ["daily", "Every day", "#1"]) expect(find(text)).toContain(1);
  expect(find("email webhook")).toEqual([]);
  expect(find("webhook")).toEqual([5]);
});
