import { buildApi, buildSubscription } from "@test/support/builders";
import { renderHook, waitFor } from "@testing-library/react";
import { type ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import type { Subscription } from "@/api/subscriptions";
import { ApiProvider } from "@/data/backend/backend";
import {
  discoverCapabilities,
  LOCAL_RULE,
  measureClockRules,
  NO_CAPABILITIES,
  noteServedRecords,
  recordCapabilities,
  toCapabilities,
  UTC_RULE,
  useCapabilities,
} from "./capabilities";

function setUp() {
  const api = buildApi({ id: "test" });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ApiProvider api={api}>{children}</ApiProvider>
  );
  const { result } = renderHook(useCapabilities, { wrapper });
  return { api, result };
}

const NEWER = [buildSubscription({ enabled: true })];

it("appear as soon as a record proves them", async () => {
  const { api, result } = setUp();
  expect(result.current.canPause).toBe(false);
  noteServedRecords(api, NEWER);
  await waitFor(() => expect(result.current.canPause).toBe(true));
  expect(result.current.acceptsSendTestNow).toBe(false);
});

it("are known for a day in the next visit", () => {
  const { api } = setUp();
  noteServedRecords(api, NEWER);
  vi.setSystemTime(new Date("2026-11-22T09:59:00Z"));
  expect(setUp().result.current.canPause).toBe(true);
  vi.setSystemTime(new Date("2026-11-22T10:00:00Z"));
  expect(setUp().result.current.canPause).toBe(false);
});

it("end when the server shows none, but not with an empty list", async () => {
  const { api, result } = setUp();
  noteServedRecords(api, NEWER);
  noteServedRecords(api, []);
  await waitFor(() => expect(result.current.canPause).toBe(true));
  noteServedRecords(api, [buildSubscription()]);
  await waitFor(() => expect(result.current.canPause).toBe(false));
});

const NEWER_FIELDS: Partial<Subscription> = {
  enabled: true,
  resource_type: "dashboard",
  dashboard_export_insights: [],
  integration_id: null,
};

describe("capabilities", () => {
  it("are proved by the fields of a record, and unknown without them", () => {
    expect(recordCapabilities(buildSubscription())).toEqual(NO_CAPABILITIES);
    const newer = Object.values(recordCapabilities(buildSubscription(NEWER_FIELDS)));
    expect(new Set(newer)).toEqual(new Set([true]));
    expect(recordCapabilities(buildSubscription({ enabled: false }))).toEqual({
      ...NO_CAPABILITIES,
      canPause: true,
      canSearchLists: true,
      deliversInSlots: true,
      limitsPositionToMonths: true,
    });
  });

  it("are proved by any record, because servers may omit a field without a value", () => {
    const records = [buildSubscription(), buildSubscription({ integration_id: 4 })];
    expect([...discoverCapabilities(records)]).toEqual(["hasSlackWorkspace"]);
  });

  it("ignore stored names that no longer exist", () => {
    expect(toCapabilities(["canFly", "canPause"])).toEqual({ ...NO_CAPABILITIES, canPause: true });
  });
});

const JULY = "2026-07-06T08:00:00Z";
const NOVEMBER = "2026-11-23T08:00:00Z";

it.each<[string, string, string | null, string[]]>([
  ["the same time", JULY, NOVEMBER, [UTC_RULE]],
  ["the next half hour", "2026-07-06T08:07:00Z", "2026-11-23T08:30:00Z", [UTC_RULE]],
  ["half an hour after midnight", "2026-07-06T23:45:00Z", "2026-11-24T00:00:00Z", [UTC_RULE]],
  ["the same time in summer", "2026-01-05T08:00:00Z", JULY, [UTC_RULE]],
  ["an hour later in winter", "2026-07-06T07:00:00Z", NOVEMBER, [LOCAL_RULE]],
  ["an hour earlier in summer", "2026-01-05T08:00:00Z", "2026-07-06T07:00:00Z", [LOCAL_RULE]],
  ["an hour later, at the next half hour", "2026-07-06T07:07:00Z", "2026-11-23T08:30:00Z", [LOCAL_RULE]],
  ["dates in the same season", "2026-11-16T08:00:00Z", NOVEMBER, []],
  ["a date near a time change", "2026-10-26T08:00:00Z", NOVEMBER, []],
  ["unrelated times", JULY, "2026-11-23T12:00:00Z", []],
  ["no next delivery", JULY, null, []],
  ["an invalid date", "soon", NOVEMBER, []],
])("measures the clock rule of a record with %s", (_, start_date, next_delivery_date, expected) => {
  expect([...measureClockRules([{ start_date, next_delivery_date }])]).toEqual(expected);
});

it("finds both clock rules if records differ", () => {
  const rules = measureClockRules([
    { start_date: JULY, next_delivery_date: NOVEMBER },
    { start_date: "2026-07-06T07:00:00Z", next_delivery_date: NOVEMBER },
  ]);
  expect([...rules]).toEqual([UTC_RULE, LOCAL_RULE]);
});
