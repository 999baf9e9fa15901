import { describe, expect, it } from "vitest";
import type { ExplicitMember } from "@/contract/members";
import type { Subscription } from "@/contract/subscriptions";
import type { PlannedMemberChange } from "@/data/changes/planned-change";
import { buildSubscription } from "@/testing/build-subscription";
import { stopClock } from "../../../test/test-time";
import { describeChange, plannedDeliveries, requiredScope, summarizeDeliveries } from "./change-messages";

const RULES = { acceptsSendTestNow: false, quietSaves: "unknown" } as const;
const UUID = "aaaaaaaa-0000-4000-8000-000000000001";
const member = (level: number, parent_level: number | null): ExplicitMember => ({
  id: "m",
  level,
  parent_level,
  parent_membership_id: null,
  joined_at: null,
  updated_at: null,
  user: null,
  effective_level: null,
});
const MEMBER_DEFAULT = { level: 1, reason: "project_default", minimum: 0, maximum: 8 };
const common = { key: UUID, name: "Ana Lima", resource: "member" } as const;

describe("describeChange of a member", () => {
  it.each<readonly [PlannedMemberChange, string, string, string | undefined]>([
    [
      { ...common, kind: "change", before: member(1, 1), body: { level: 8 } },
      "Member",
      "Administrator",
      "Effective level: Member → Administrator.",
    ],
    [
      { ...common, kind: "change", before: member(1, 8), body: { level: 8 } },
      "Member",
      "Administrator",
      "Effective level stays Administrator.",
    ],
    [
      { ...common, kind: "change", before: member(4, null), body: { level: 1 } },
      "Level 4",
      "Member",
      "The effective level depends on the organization level, which is unknown.",
    ],
    [
      { ...common, kind: "remove", before: member(8, 1) },
      "Administrator",
      "no explicit level",
      "No access remains. The organization level (Member) doesn't grant access to this project.",
    ],
    [
      { ...common, kind: "remove", before: member(1, 0) },
      "Member",
      "no explicit level",
      "No access remains. The organization grants none.",
    ],
    [
      { ...common, kind: "remove", before: member(1, null) },
      "Member",
      "no explicit level",
      "The remaining access is unknown.",
    ],
    [
      {
        ...common,
        kind: "remove",
        before: { ...member(0, 1), effective_level: 0, inherited_access: MEMBER_DEFAULT },
      },
      "No access",
      "no explicit level",
      "They get Member access from the project default.",
    ],
    [
      { ...common, kind: "create", body: { user_uuid: UUID, level: 1 } },
      "no explicit level",
      "Member",
      undefined,
    ],
    [
      { ...common, kind: "create", body: { user_uuid: UUID, level: 1 }, undoes: "x" },
      "no explicit level",
      "Member",
      "The join date will be reset.",
    ],
  ])("%#: shows the level before and after, and the effective level", (change, before, after, note) => {
    expect(describeChange(change, RULES)).toEqual({
      name: "Ana Lima",
      fields: [{ label: "Level", before, after }],
      ...(note !== undefined && { note }),
    });
  });

  it("sends no delivery and requires no documented scope", () => {
    const removal: PlannedMemberChange = { ...common, kind: "remove", before: member(1, 1) };
    expect(plannedDeliveries(removal, RULES)).toEqual([]);
    expect(requiredScope(removal)).toBeUndefined();
  });
});

it("warns of deliveries that a server sends or may send", () => {
  stopClock();
  const restored = {
    key: "1",
    name: "x",
    resource: "subscription",
    kind: "change",
    body: { deleted: false },
  } as const;
  const warningOf = (fields: Partial<Subscription>) =>
    describeChange({ ...restored, before: buildSubscription({ deleted: true, ...fields }) }, RULES).warning;
  expect(warningOf({ enabled: true })).toBe("2 people may receive a delivery immediately.");
  expect(warningOf({})).toBeUndefined();
  expect(warningOf({ next_delivery_date: "2026-11-20T08:00:00Z" })).toMatch(
    /^2 people receive the overdue delivery .* within the hour\.$/,
  );
});

it("counts the deliveries of a plan", () => {
  stopClock();
  const restored = (fields: Partial<Subscription>) =>
    ({
      key: "1",
      name: "x",
      resource: "subscription",
      kind: "change",
      before: buildSubscription({ deleted: true, ...fields }),
      body: { deleted: false },
    }) as const;
  const overdue = { next_delivery_date: "2026-11-20T08:00:00Z" };
  const newer = { enabled: true, resource_type: "dashboard" };
  const create = {
    key: "2",
    name: "y",
    resource: "subscription",
    kind: "create",
    body: {
      target_type: "email",
      target_value: "ana@example.com",
      frequency: "daily",
      start_date: "2026-11-20T08:00:00Z",
    },
  } as const;
  const changes = [restored({}), restored(overdue), restored({ ...overdue, ...newer }), create];
  expect(summarizeDeliveries(changes, RULES)).toEqual({
    sends: 1,
    maySend: 1,
    overdue: 2,
    note: "It isn't known yet whether this server can save without sending.",
  });
  expect(summarizeDeliveries(changes, { acceptsSendTestNow: true, quietSaves: "proven" })).toEqual({
    sends: 0,
    maySend: 0,
    overdue: 2,
    note: null,
  });
});

it("requires the write scope for a subscription change, and none for a skipped item", () => {
  const record = buildSubscription({});
  const plannedChange = {
    key: "1",
    name: "x",
    resource: "subscription",
    kind: "change",
    before: record,
  } as const;
  expect(requiredScope({ ...plannedChange, body: { deleted: true } })).toBe("subscription:write");
  expect(requiredScope({ key: "1", name: "x", kind: "nothing", why: "Unchanged." })).toBeUndefined();
});
