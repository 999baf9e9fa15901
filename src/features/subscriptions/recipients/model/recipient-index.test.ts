import { buildSubscription } from "@test/support/builders";
import { describe, expect, it } from "vitest";
import type { Subscription } from "@/api/subscriptions";
import { runToCompletion } from "@/lib/scheduler/cooperative-task";
import {
  createPersonNames,
  groupByRecipient,
  RECIPIENT_FILTERS,
  type Recipient,
  recipientSubscriptionsUrl,
} from "./recipient-index";

const NOW = Date.parse("2026-11-21T10:00:00Z");
const HOUR = 3_600_000;

let lastId = 0;
function buildForTarget(target: string, fields: Partial<Subscription> = {}): Subscription {
  lastId += 1;
  return buildSubscription({ id: lastId, target_value: target, ...fields });
}

function indexRecipients(records: readonly Subscription[], now = NOW): readonly Recipient[] {
  return runToCompletion(groupByRecipient({ records, now }));
}

describe("recipients of subscriptions", () => {
  it("are compared ignoring case and spaces, and keep every form", () => {
    const rows = indexRecipients([
      buildForTarget("ana@x.co, bo@x.co"),
      buildForTarget(" Ana@X.co"),
      buildForTarget("ana@x.co"),
      // A subscription counts once, even with two forms of an address.
      buildForTarget("ana@x.co,ANA@x.co"),
    ]);
    expect(rows).toMatchObject([
      {
        key: "email:ana@x.co",
        address: "ana@x.co",
        domain: "x.co",
        perWeek: 4,
        variants: [
          { text: "ana@x.co", count: 3 },
          { text: "ANA@x.co", count: 1 },
          { text: " Ana@X.co", count: 1 },
        ],
      },
      { key: "email:bo@x.co", variants: [{ text: " bo@x.co", count: 1 }], perWeek: 1 },
    ]);
    expect(rows[0]?.records).toHaveLength(4);
  });

  it("are the same for both forms of an internationalized domain, and searched for by both", () => {
    const targets = ["ana@bücher.de", "Ana@bücher.de", "ana@bücher.de", "ana@xn--bcher-kva.de"];
    const [recipient = expect.fail(), other] = indexRecipients(targets.map((text) => buildForTarget(text)));
    expect([recipient.key, recipient.records.length, other]).toEqual([
      "email:ana@xn--bcher-kva.de",
      4,
      undefined,
    ]);
    const url = new URL(recipientSubscriptionsUrl("1", recipient), "https://console.example");
    expect(url.searchParams.get("q")).toBe("type:email to:ana@bücher.de,ana@xn--bcher-kva.de");
  });

  it("are separate per channel; URLs are case-sensitive", () => {
    const rows = indexRecipients([
      buildForTarget("#General", { target_type: "slack" }),
      buildForTarget("#general", { target_type: "slack" }),
      buildForTarget("#general", { target_type: "carrier-pigeon" }),
      buildForTarget("https://hooks.x.co/A,b", { target_type: "webhook" }),
      buildForTarget("https://hooks.x.co/a,b", { target_type: "webhook" }),
      buildForTarget(" https://hooks.x.co/a,b ", { target_type: "webhook" }),
      buildForTarget("https://hooks.x.co/a,b", { target_type: "teams" }),
      buildForTarget("", { target_type: "webhook" }),
    ]);
    expect(rows.map(({ key, domain, records }) => [key, domain, records.length])).toEqual([
      ["slack:#general", null, 2],
      ["carrier-pigeon:#general", null, 1],
      ["webhook:https://hooks.x.co/A,b", "hooks.x.co", 1],
      ["webhook:https://hooks.x.co/a,b", "hooks.x.co", 2],
      [expect.stringMatching(/^teams:#\d+$/), "hooks.x.co", 1],
    ]);
  });

  it("count deliveries except of ended, overdue and unsupported subscriptions", () => {
    const [ana] = indexRecipients([
      buildForTarget("ana@x.co", { frequency: "daily", byweekday: null, interval: 2 }),
      buildForTarget("ana@x.co", { next_delivery_date: "2026-11-22T08:00:00Z" }),
      buildForTarget("ana@x.co", { next_delivery_date: null }),
      buildForTarget("ana@x.co", { next_delivery_date: "2026-11-20T08:00:00Z" }),
      buildForTarget("ana@x.co", { frequency: "hourly", next_delivery_date: "2026-11-21T11:00:00Z" }),
    ]);
    expect(ana).toMatchObject({ perWeek: 4.5, ended: 1, overdue: 1, unknownSchedules: 1 });
    expect(ana?.next).toBe(Date.parse("2026-11-21T11:00:00Z"));
  });

  it("count no delivery of subscriptions that are never sent", () => {
    const target = { target_type: "webhook" };
    expect(indexRecipients([buildForTarget("https://x.co/a", target)])).toMatchObject([
      { perWeek: 0, next: null, never: 1, overdue: 0 },
    ]);
  });
});

it("counts a delivery as overdue from an hour after its time", () => {
  const records = [buildForTarget("ana@x.co", { next_delivery_date: "2026-11-21T10:00:00Z" })];
  expect(indexRecipients(records, NOW + HOUR)).toMatchObject([{ overdue: 0, perWeek: 1 }]);
  expect(indexRecipients(records, NOW + HOUR + 1)).toMatchObject([{ overdue: 1, perWeek: 0, next: null }]);
});

it.each([
  ["email", " Ana@Harbourline.example", "Ana Ferreira"],
  ["email", "bo@harbourline.example", null],
  ["slack", "ana@harbourline.example", null],
])("names the %s recipient %s as %j", (channel, address, name) => {
  const creators = JSON.stringify([
    ["ana@harbourline.example", "Ana Ferreira"],
    ["bo@harbourline.example", "Bo@harbourline.example"],
  ]);
  expect(createPersonNames(creators)(channel, address)).toBe(name);
});

it.each([
  "",
  "q=is%3Aoutside&sort=-week%2Caddress&cols=channel&density=compact&recipient=email%3Aana%40x.co",
  "recipient=webhook%3Ahttps%3A%2F%2Fhooks.x.co%2Fa%3Fb%26c",
])("reads back the filters that it wrote: %s", (search) => {
  expect(RECIPIENT_FILTERS.format(RECIPIENT_FILTERS.parse(new URLSearchParams(search)))).toBe(
    search && `?${search}`,
  );
});

it("ignores invalid filters", () => {
  expect(RECIPIENT_FILTERS.parse(new URLSearchParams("density=huge&sort=%20&recipient="))).toEqual({
    query: "",
    sort: [],
    columns: null,
    density: "comfortable",
    open: null,
  });
});
