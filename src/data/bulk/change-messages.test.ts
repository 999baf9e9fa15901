import { describe, expect, it } from "vitest";
import type { ExplicitMember } from "@/contract/members";
import type { PlannedMemberChange } from "@/data/changes/planned-change";
import { buildSubscription } from "@/testing/build-subscription";
import { describeChange, immediateDeliveryMessage, requiredScope } from "./change-messages";

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
const common = { key: UUID, name: "Ana Lima", resource: "member" } as const;

describe("a planned write of a member", () => {
  it.each<readonly [PlannedMemberChange, string, string, string | undefined]>([
    [
      { ...common, kind: "change", before: member(1, 1), body: { level: 8 } },
      "Member",
      "Administrator",
      "In effect Member becomes Administrator.",
    ],
    [
      { ...common, kind: "change", before: member(1, 8), body: { level: 8 } },
      "Member",
      "Administrator",
      "In effect nothing changes: Administrator stays.",
    ],
    [
      { ...common, kind: "change", before: member(4, null), body: { level: 1 } },
      "Level 4",
      "Member",
      "What it comes to depends on the organisation, which the server does not say.",
    ],
    [
      { ...common, kind: "remove", before: member(8, 1) },
      "Administrator",
      "no explicit level",
      "No access is left: the organisation gives Member, which alone does not open this project.",
    ],
    [
      { ...common, kind: "remove", before: member(1, 0) },
      "Member",
      "no explicit level",
      "No access is left: the organisation gives none.",
    ],
    [
      { ...common, kind: "remove", before: member(1, null) },
      "Member",
      "no explicit level",
      "Whatever the organisation gives stays; the server does not say what that is.",
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
      "The joining date will be new.",
    ],
  ])("%#: says the level before and after, and what it comes to", (change, before, after, note) => {
    expect(describeChange(change)).toEqual({
      name: "Ana Lima",
      fields: [{ label: "Level", before, after }],
      ...(note !== undefined && { note }),
    });
  });

  it("sends nothing to anybody, and needs no scope that is known", () => {
    const removal: PlannedMemberChange = { ...common, kind: "remove", before: member(1, 1) };
    expect(immediateDeliveryMessage(removal)).toBeUndefined();
    expect(requiredScope(removal)).toBeUndefined();
  });
});

it("a planned write of a delivery needs its scope, one that stays as it is none", () => {
  const record = buildSubscription({});
  const plannedChange = {
    key: "1",
    name: "x",
    resource: "subscription",
    kind: "change",
    before: record,
  } as const;
  expect(requiredScope({ ...plannedChange, body: { deleted: true } })).toBe("subscription:write");
  expect(requiredScope({ key: "1", name: "x", kind: "nothing", why: "It is so." })).toBeUndefined();
});
