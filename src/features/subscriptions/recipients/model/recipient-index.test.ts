import { describe, expect, it } from "vitest";
import type { Subscription } from "@/contract/subscriptions";
import { runToEnd } from "@/lib/scheduler/cooperative-task";
import { sampleSubscription } from "@/testing/build-subscription";
import { watchRows } from "@/testing/observe-cooperative-task";
import { createRecipientBook, type Recipient } from "./recipient-index";

const NOW = Date.parse("2026-11-21T10:00:00Z");
const HOUR = 3_600_000;

let lastId = 0;
function delivery(target: string, fields: Partial<Subscription> = {}): Subscription {
  lastId += 1;
  return sampleSubscription({ id: lastId, target_value: target, ...fields });
}

function recipientsIn(records: readonly Subscription[], now = NOW): readonly Recipient[] {
  return runToEnd(createRecipientBook().update(records, now));
}

const keys = (rows: readonly Recipient[]) => rows.map(({ key }) => key);

describe("recipients of deliveries", () => {
  it("are told apart without letter case and blanks, and keep every spelling", () => {
    const rows = recipientsIn([
      delivery("ana@x.co, bo@x.co"),
      delivery(" Ana@X.co"),
      delivery("ana@x.co"),
      // Twice in one delivery is one delivery.
      delivery("ana@x.co,ANA@x.co"),
    ]);
    expect(rows).toMatchObject([
      {
        key: "email:ana@x.co",
        address: "ana@x.co",
        domain: "x.co",
        perWeek: 4,
        spellings: [
          { text: "ana@x.co", count: 3 },
          { text: "ANA@x.co", count: 1 },
          { text: " Ana@X.co", count: 1 },
        ],
      },
      { key: "email:bo@x.co", spellings: [{ text: " bo@x.co", count: 1 }], perWeek: 1 },
    ]);
    expect(rows[0]?.records).toHaveLength(4);
  });

  it("are of a kind for each channel; in web addresses case counts", () => {
    const rows = recipientsIn([
      delivery("#General", { target_type: "slack" }),
      delivery("#general", { target_type: "slack" }),
      delivery("#general", { target_type: "carrier-pigeon" }),
      delivery("https://hooks.x.co/A,b", { target_type: "webhook" }),
      delivery("https://hooks.x.co/a,b", { target_type: "webhook" }),
      delivery(" https://hooks.x.co/a,b ", { target_type: "webhook" }),
      delivery("https://hooks.x.co/a,b", { target_type: "teams" }),
      delivery("", { target_type: "webhook" }),
    ]);
    expect(rows.map(({ key, domain, records }) => [key, domain, records.length])).toEqual([
      ["slack:#general", null, 2],
      ["carrier-pigeon:#general", null, 1],
      ["webhook:https://hooks.x.co/A,b", "hooks.x.co", 1],
      ["webhook:https://hooks.x.co/a,b", "hooks.x.co", 2],
      ["teams:https://hooks.x.co/a,b", "hooks.x.co", 1],
    ]);
  });

  it("count what goes out: not what has ended, is overdue, or is not understood", () => {
    const [ana] = recipientsIn([
      delivery("ana@x.co", { frequency: "daily", byweekday: null, interval: 2 }),
      delivery("ana@x.co", { next_delivery_date: "2026-11-22T08:00:00Z" }),
      delivery("ana@x.co", { next_delivery_date: null }),
      delivery("ana@x.co", { next_delivery_date: "2026-11-20T08:00:00Z" }),
      delivery("ana@x.co", { frequency: "hourly", next_delivery_date: "2026-11-21T11:00:00Z" }),
    ]);
    expect(ana).toMatchObject({ perWeek: 4.5, ended: 1, overdue: 1, unclear: 1 });
    expect(ana?.next).toBe(Date.parse("2026-11-21T11:00:00Z"));
  });

  it("have no next delivery when nothing is active", () => {
    expect(recipientsIn([delivery("ana@x.co", { next_delivery_date: null })])).toMatchObject([
      { perWeek: 0, next: null, ended: 1 },
    ]);
  });
});

describe("a book that is kept up to date", () => {
  it("follows what comes, changes and goes, and keeps the objects of what stays", () => {
    const book = createRecipientBook();
    const [first, second, third] = [delivery("ana@x.co"), delivery("bo@x.co"), delivery("ana@x.co,cy@x.co")];
    const update = (records: readonly Subscription[]) => runToEnd(book.update(records, NOW));

    const before = update([first, second]);
    expect(keys(before)).toEqual(["email:ana@x.co", "email:bo@x.co"]);
    expect(update([first, second])).toBe(before);

    const more = update([first, second, third]);
    expect(keys(more)).toEqual(["email:ana@x.co", "email:bo@x.co", "email:cy@x.co"]);
    expect(more[1]).toBe(before[1]);
    expect(more[0]?.records).toEqual([first, third]);

    const changed = { ...third, target_value: "cy@x.co" };
    const after = update([changed, first, second]);
    expect(after[0]?.records).toEqual([first]);
    expect(after[2]?.records).toEqual([changed]);

    expect(keys(update([changed]))).toEqual(["email:cy@x.co"]);
    expect(update([])).toEqual([]);
  });

  it("is the same as one made at once, whatever was done before", () => {
    const book = createRecipientBook();
    const all = Array.from({ length: 60 }, (_, place) => delivery(`p${place % 7}@x.co, q${place % 11}@x.co`));
    const lists = [
      all.slice(0, 40),
      all.slice(20),
      all.toReversed(),
      all
        .filter((_, place) => place % 3 > 0)
        .map((record, place) => (place % 5 > 0 ? record : { ...record, target_value: "r@x.co" })),
    ];
    for (const list of lists) {
      const kept = runToEnd(book.update(list, NOW));
      const strip = (rows: readonly Recipient[]) =>
        rows
          .map((row) => ({ ...row, records: row.records.map(({ id }) => id).toSorted((a, b) => a - b) }))
          .toSorted((a, b) => (a.key < b.key ? -1 : 1));
      expect(strip(kept)).toEqual(strip(recipientsIn(list)));
    }
  });

  it("notices by the clock what becomes overdue", () => {
    const book = createRecipientBook();
    const records = [
      delivery("ana@x.co", { next_delivery_date: "2026-11-21T10:00:00Z" }),
      delivery("bo@x.co", { next_delivery_date: "2026-11-28T10:00:00Z" }),
    ];
    const before = runToEnd(book.update(records, NOW + HOUR));
    const after = runToEnd(book.update(records, NOW + HOUR + 1));
    expect(before).toMatchObject([{ overdue: 0, perWeek: 1 }, {}]);
    expect(after).toMatchObject([{ overdue: 1, perWeek: 0, next: null }, {}]);
    expect(after[1]).toBe(before[1]);
  });
});

describe("a book of ten thousand deliveries", () => {
  const many = (target: (place: number) => string) =>
    watchRows(Array.from({ length: 10_000 }, (_, place) => delivery(target(place))));

  it("rests between a few deliveries, and after each recipient", () => {
    const { rows, restsOf } = many((place) => `p${place}@x.co`);
    const book = createRecipientBook();
    const filling = restsOf(book.update(rows, NOW));
    expect(filling.mostRows).toBeLessThanOrEqual(16);
    expect(filling.rests).toBeGreaterThanOrEqual(10_000);
    // All of them leave.
    const emptying = restsOf(book.update([], NOW));
    expect(emptying.result).toEqual([]);
    expect(emptying.mostRows).toBeLessThanOrEqual(16);
    expect(emptying.rests).toBeGreaterThanOrEqual(10_000);
  });

  it("rests while one recipient of all of them is counted anew, and while they age", () => {
    const { rows, restsOf } = many(() => "ana@x.co");
    const book = createRecipientBook();
    runToEnd(book.update(rows, NOW));
    const aging = () => restsOf(book.update(rows, NOW)).rests;
    const aged = aging();
    expect(aged).toBeGreaterThanOrEqual(9);
    const counting = restsOf(book.update(rows.slice(1), NOW));
    expect(counting.rests).toBeGreaterThanOrEqual(aged + 9);
  });
});
