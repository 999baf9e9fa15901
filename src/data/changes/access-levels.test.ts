import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  effectiveLevelAfter,
  endAccessMessage,
  explainLevel,
  inheritedLevel,
  isLevelRedundant,
  isLevelRestricting,
  levelLabel,
  remainingAccessMessage,
} from "./access-levels";

const member = (level: number, parent_level: number | null, effective_level: number | null = null) => ({
  level,
  parent_level,
  effective_level,
});

it.each([
  [0, "No access"],
  [1, "Member"],
  [8, "Administrator"],
  [15, "Owner"],
  [4, "Level 4"],
  [-1, "Level -1"],
  [null, "Unknown"],
])("formats level %s as %s", (level, label) => {
  expect(levelLabel(level)).toBe(label);
});

it.each([
  [member(1, 8, 8), "Administrator from the organization. The explicit level (Member) is redundant."],
  [member(8, 8, 8), "Administrator from the organization. The explicit level (Administrator) is redundant."],
  [
    member(0, 1),
    "Member from the organization. The explicit level (No access) grants access to this project.",
  ],
  [
    member(8, 1, 8),
    "Administrator, set by the explicit level. The organization level (Member) doesn't grant access to this project.",
  ],
  [member(1, 0), "Member, set by the explicit level. The organization grants no access."],
  [
    member(1, 1),
    "Member, set by the explicit level. The organization level (Member) doesn't grant access to this project.",
  ],
  [member(4, 15, 4), "Level 4, set by the explicit level. The organization level is Owner."],
  [member(8, null), "Administrator, set by the explicit level. The organization level is unknown."],
  [
    member(1, null, 8),
    "Administrator according to the server. The explicit level is Member. The organization level is unknown.",
  ],
  [
    member(1, 8, 4),
    "Level 4 according to the server. The explicit level is Member, and the organization level is Administrator.",
  ],
  [member(1, 8, 1), "Member, set by the explicit level. The organization level is Administrator."],
])("explains %j", (levels, explanation) => {
  expect(explainLevel(levels)).toBe(explanation);
});

describe("isLevelRedundant", () => {
  it.each([
    // Without the server's effective level, or with an unknown organization level, nothing is redundant.
    [member(1, 8)],
    [member(1, null)],
    // The server's effective level differs from the computed one, so the explicit level may have an effect.
    [member(1, 8, 1)],
    [member(1, 8, 4)],
  ])("is false for %j", (levels) => {
    expect(isLevelRedundant(levels)).toBe(false);
  });

  it("is true only when the organization level alone is known to grant the same access, and never in an open project", () => {
    const level = fc.integer({ min: 0, max: 20 });
    fc.assert(
      fc.property(level, level, (own, given) => {
        const isRedundant = [8, 15].includes(given) && own <= given;
        expect(isLevelRedundant(member(own, given, Math.max(own, given)))).toBe(isRedundant);
      }),
    );
    expect(isLevelRedundant({ ...member(1, 1, 1), is_project_open: true })).toBe(false);
  });
});

describe("an explicit level with access controls", () => {
  const controlled = (
    level: number,
    effective_level: number | null,
    inherited: number | null,
    reason = "project_default",
  ) => ({
    ...member(level, 1, effective_level),
    inherited_access: { level: inherited, reason, minimum: null, maximum: null },
  });
  const levels = fc.constantFrom(0, 1, 8);
  const unknown = fc.option(levels);
  const reasons = fc.constantFrom("project_default", "role_override", "organization_admin", "new", "");

  it("is never redundant below the inherited level, or if the inherited or effective level is unknown", () => {
    fc.assert(
      fc.property(levels, unknown, unknown, reasons, (level, effective, inherited, reason) => {
        const isSame = level > 0 && level === inherited && level === effective;
        expect(isLevelRedundant(controlled(level, effective, inherited, reason))).toBe(isSame);
      }),
    );
  });

  it("restricts access below the inherited level, and as “No access” if the inherited level is unknown", () => {
    expect(isLevelRestricting(controlled(0, 1, 1))).toBe(true);
    expect(isLevelRestricting(controlled(1, 8, 8, "role_override"))).toBe(true);
    expect(isLevelRestricting(controlled(0, 0, null))).toBe(true);
    expect(isLevelRestricting(controlled(1, 1, null))).toBe(false);
    expect(isLevelRestricting(controlled(1, 8, 8, "organization_admin"))).toBe(false);
  });

  it("leaves unknown access after a removal if the inherited level is unknown", () => {
    expect(remainingAccessMessage(controlled(1, 1, null))).toBe("The remaining access is unknown.");
    expect(remainingAccessMessage(controlled(1, 1, 0))).toBe(
      "No access remains. Project default: No access.",
    );
    expect(explainLevel(controlled(1, null, null, ""))).toBe(
      "The effective level is unknown. The explicit level is Member. Inherited access: Unknown.",
    );
  });

  it.each([
    // The project default is overridden. A role may not be.
    [0, 8, "project_default", 0],
    [0, 8, "role_override", null],
    [8, 1, "role_override", 8],
    [0, null, "", null],
    [8, null, "", 8],
    [0, 8, "organization_admin", 8],
  ] as const)("%s over %s from “%s” has the effect %s", (level, inherited, reason, after) => {
    expect(effectiveLevelAfter(controlled(1, 1, inherited, reason), level)).toBe(after);
  });
});

describe("access without an explicit level on servers with explicit members", () => {
  it.each([
    [8, false, 8, "Administrator access from the organization remains.", /lower their organization level/],
    [8, null, 8, "Administrator access from the organization remains.", /lower their organization level/],
    [15, false, 15, "Owner access from the organization remains.", /lower their organization level/],
    [1, true, 1, "Member access from the organization remains.", /make the project private/],
    [
      1,
      false,
      0,
      "No access remains. The organization level (Member) doesn't grant access to this project.",
      null,
    ],
    [1, null, null, "The remaining access is unknown.", null],
    [0, true, 0, "No access remains. The organization grants none.", null],
    [null, true, null, "The remaining access is unknown.", null],
    [4, false, null, "The remaining access is unknown.", null],
  ])(
    "of organization level %s in a project that is open: %s is %s",
    (parent_level, is_project_open, level, left, end) => {
      const others = { parent_level, is_project_open };
      expect(inheritedLevel(others)).toBe(level);
      expect(remainingAccessMessage(others)).toBe(left);
      expect(endAccessMessage(others) ?? "none").toMatch(end ?? /^none$/);
    },
  );
});
