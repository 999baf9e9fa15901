// Omits each field that decides about sending, access, deletion, or duplicates. The app must not assume the harmless
// value. The tests of access controls, capabilities, and save effects do the same for the fields of newer servers.
import { describe, expect, it } from "vitest";
import { getExport } from "@/api/exports";
import { getMember, listMemberAccess } from "@/api/members";
import { parseWith } from "@/api/parsers";
import { type Subscription, subscription } from "@/api/subscriptions";
import { getExportState, isExpiring } from "@/data/exports/exports";
import { sentDeliveries } from "@/data/subscriptions/save-effect-messages";
import { markDeleted } from "@/data/subscriptions/subscriptions";
import { getSubscriptionState } from "@/features/subscriptions/model/subscription-rules";
import { listOccurrences } from "@/lib/schedule/recurrence";

const NOW = new Date("2026-11-28T12:00:00Z");
/** Ends with its second delivery, in January. */
const RECORD = {
  id: 1,
  dashboard: null,
  insight: 4001,
  target_type: "email",
  target_value: "ana@example.com",
  frequency: "monthly",
  interval: 3,
  byweekday: ["monday"],
  bysetpos: 1,
  count: 2,
  start_date: "2026-10-05T08:00:00Z",
  until_date: "2026-12-31T00:00:00Z",
  deleted: false,
  next_delivery_date: "2027-01-04T08:00:00Z",
};

const parseSubscription = parseWith(subscription);
const omit = (record: object, ...names: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

function readSubscription(raw: object): Subscription {
  const parsed = parseSubscription(raw);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return parsed.value;
}

function countOccurrences(raw: object): number {
  const range = { after: NOW, before: new Date("2028-11-28T12:00:00Z"), limit: 1_000 };
  return listOccurrences(readSubscription(raw), range).length;
}

describe("a subscription", () => {
  it.each(["target_type", "target_value", "frequency", "start_date"])("without %s is unreadable", (name) => {
    expect(parseSubscription(omit(RECORD, name)).ok).toBe(false);
  });

  it("without its source may be delivered, unlike one that has none", () => {
    const [unknown, none] = [omit(RECORD, "dashboard", "insight"), { ...RECORD, insight: null }];
    expect(getSubscriptionState(readSubscription(unknown), NOW)).toBe("active");
    expect(getSubscriptionState(readSubscription(none), NOW)).toBe("never");
    const rules = { acceptsSendTestNow: false, quietSaves: "unknown" } as const;
    const adding = { target_value: "ana@example.com,bo@example.com" };
    expect(sentDeliveries(readSubscription(unknown), adding, rules)).toHaveLength(1);
    expect(sentDeliveries(readSubscription(none), adding, rules)).toEqual([]);
  });

  it.each(["dashboard", "byweekday", "bysetpos", "count", "until_date", "interval", "deleted"])(
    "without %s counts as one that sends",
    (name) => {
      expect(getSubscriptionState(readSubscription(omit(RECORD, name)), NOW)).toBe("active");
    },
  );

  it.each(["byweekday", "bysetpos", "interval"])("without %s has no fewer deliveries", (name) => {
    const endless = omit(RECORD, "count", "until_date");
    expect(countOccurrences(omit(endless, name))).toBeGreaterThanOrEqual(countOccurrences(endless));
  });

  it.each(["count", "until_date"])("without %s ends only if the other field ends it", (name) => {
    const other = name === "count" ? "until_date" : "count";
    expect(countOccurrences(omit(RECORD, name))).toBeLessThanOrEqual(1);
    expect(countOccurrences(omit(RECORD, name, other))).toBeGreaterThan(5);
  });

  it("without deleted counts as deleted in Trash only", () => {
    const rows = [readSubscription(omit(RECORD, "deleted"))];
    expect(markDeleted("trash", rows)).toMatchObject([{ deleted: true }]);
    expect(markDeleted("active", rows)).toEqual(rows);
    expect(markDeleted("trash", [readSubscription(RECORD)])).toMatchObject([{ deleted: false }]);
  });
});

describe("an export", () => {
  const EXPORT = {
    id: 1,
    dashboard: 201,
    insight: null,
    export_format: "image/png",
    created_at: "2026-11-28T11:59:00Z",
    has_content: true,
    filename: "figures.png",
    expires_after: "2026-11-30T12:00:00Z",
    exception: "Timed out",
  };
  const readExport = (raw: object) => {
    const { response } = getExport;
    const parsed = response.kind === "json" ? response.parse(raw) : null;
    if (!parsed?.ok) throw new Error("unreadable");
    return parsed.value;
  };

  it.each([
    ["has_content", "failed"],
    ["exception", "ready"],
    ["expires_after", "ready"],
    ["created_at", "ready"],
  ])("without %s is %s", (name, state) => {
    expect(getExportState(readExport(omit(EXPORT, name)), NOW).kind).toBe(state);
  });

  it("without an end isn't promised to stay, nor about to expire", () => {
    expect(isExpiring(readExport(EXPORT), NOW)).toBe(true);
    expect(readExport(omit(EXPORT, "expires_after")).expires_after).toBeNull();
    expect(isExpiring(readExport(omit(EXPORT, "expires_after")), NOW)).toBe(false);
  });
});

describe("a member", () => {
  const parse = (endpoint: typeof listMemberAccess | typeof getMember, raw: object) => {
    const parsed = endpoint.response.kind === "json" ? endpoint.response.parse(raw) : null;
    return parsed?.ok ? parsed.value : "unreadable";
  };

  it("without a verification is neither verified nor unverified", () => {
    const member = { id: "m", level: 1, user: { uuid: "u", email: "ana@example.com" } };
    expect(parse(getMember, member)).toMatchObject({ user: { is_email_verified: null } });
  });

  it("of a project that doesn't say who may edit is neither editable nor closed", () => {
    expect(parse(listMemberAccess, { count: 0, results: [] })).toMatchObject({ can_edit: null });
  });
});
