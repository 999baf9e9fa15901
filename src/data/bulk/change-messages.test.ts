import { buildSubscription } from "@test/support/builders";
import { stopClock } from "@test/test-time";
import { describe, expect, it } from "vitest";
import type { ExplicitMember } from "@/api/members";
import type { Subscription } from "@/api/subscriptions";
import type { PlannedMemberChange } from "@/data/changes/planned-change";
import {
  describeChange,
  findRepeatedNames,
  plannedDeliveries,
  requiredScope,
  summarizeDeliveries,
} from "./change-messages";

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

describe("rows of a preview that look the same", () => {
  const skipped = (record: Subscription, name = "Weekly figures") =>
    ({ key: String(record.id), name, kind: "nothing", why: "Already paused.", before: record }) as const;

  it("have a second line with schedule, recipients, and ID", () => {
    const changes = [
      skipped(buildSubscription({ id: 1 })),
      skipped(buildSubscription({ id: 2, target_type: "slack", target_value: "C0B|#growth" })),
      skipped(buildSubscription({ id: 3, target_value: "" })),
      skipped(buildSubscription({ id: 4 }), "Other figures"),
    ];
    const repeated = findRepeatedNames(changes);
    const details = changes.map((change) => describeChange(change, RULES, undefined, repeated).detail);
    expect(details).toEqual([
      expect.stringMatching(/^Every Monday at .* · ana@example\.com and 1 more · ID 1$/),
      expect.stringMatching(/^Every Monday at .* · #growth · ID 2$/),
      expect.stringMatching(/^Every Monday at [^·]* · ID 3$/),
      undefined,
    ]);
  });
});

describe("describeChange of a member", () => {
  const change = (before: ExplicitMember, level: number) =>
    ({ ...common, kind: "change", before, body: { level } }) as const;
  const remove = (before: ExplicitMember) => ({ ...common, kind: "remove", before }) as const;
  const create = { ...common, kind: "create", body: { user_uuid: UUID, level: 1 } } as const;
  const restricted = { ...member(0, 1), effective_level: 0, inherited_access: MEMBER_DEFAULT };
  const UNKNOWN = "The effective level depends on the organization level, which is unknown.";

  it.each<readonly [PlannedMemberChange, string, string, string | undefined]>([
    [change(member(1, 1), 8), "Member", "Administrator", "Effective level: Member → Administrator."],
    [change(member(1, 8), 8), "Member", "Administrator", "Effective level stays Administrator."],
    [change(member(4, null), 1), "Level 4", "Member", UNKNOWN],
    [remove(member(1, 0)), "Member", "no explicit level", "No access remains. The organization grants none."],
    [
      remove(restricted),
      "No access",
      "no explicit level",
      "They get Member access from the project default.",
    ],
    [create, "no explicit level", "Member", undefined],
    [{ ...create, undoes: "x" }, "no explicit level", "Member", "The join date will be reset."],
  ])("%#: shows the level before and after, and the effective level", (planned, before, after, note) => {
    expect(describeChange(planned, RULES)).toEqual({
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

const restored = (fields: Partial<Subscription>) =>
  ({
    key: "1",
    name: "x",
    resource: "subscription",
    kind: "change",
    before: buildSubscription({ deleted: true, ...fields }),
    body: { deleted: false },
  }) as const;
const OVERDUE = { next_delivery_date: "2026-11-20T08:00:00Z" };

it("warns of deliveries that a server sends or may send", () => {
  stopClock();
  const warningOf = (fields: Partial<Subscription>) => describeChange(restored(fields), RULES).warning;
  expect(warningOf({ enabled: true })).toBe("2 people may receive a delivery immediately.");
  expect(warningOf({})).toBeUndefined();
  expect(warningOf(OVERDUE)).toMatch(/^2 people receive the overdue delivery .* within the hour\.$/);
});

it("counts the deliveries of a plan", () => {
  stopClock();
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
  const changes = [restored({}), restored(OVERDUE), restored({ ...OVERDUE, ...newer }), create];
  const note = "It isn't known yet whether this server can save without sending.";
  expect(summarizeDeliveries(changes, RULES)).toEqual({ sends: 1, maySend: 1, overdue: 2, note });
  const proven = { acceptsSendTestNow: true, quietSaves: "proven" } as const;
  expect(summarizeDeliveries(changes, proven)).toEqual({ sends: 0, maySend: 0, overdue: 2, note: null });
});

it("requires the write scope for a subscription change, and none for a skipped item", () => {
  expect(requiredScope(restored({}))).toBe("subscription:write");
  expect(requiredScope({ key: "1", name: "x", kind: "nothing", why: "Unchanged." })).toBeUndefined();
});
