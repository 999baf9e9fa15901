import { buildSubscription } from "@test/support/builders";
import { describe, expect, it } from "vitest";
import type { Subscription } from "@/api/subscriptions";
import {
  discoverCapabilities,
  mayDeliver,
  NO_CAPABILITIES,
  recordCapabilities,
  toCapabilities,
} from "./capabilities";

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

describe("a change that may deliver", () => {
  it.each([
    { target_value: "cy@example.com" },
    { dashboard: 3 },
    { dashboard_export_insights: [1] },
    { enabled: true },
    { deleted: false },
  ])("includes %j", (body) => {
    expect(mayDeliver(body)).toBe(true);
  });

  it.each([{ title: "New" }, { interval: 2 }, { enabled: false }, { deleted: true }])(
    "doesn't include %j",
    (body) => {
      expect(mayDeliver(body)).toBe(false);
    },
  );
});
