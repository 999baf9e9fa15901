import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  explainLevel,
  getEffectiveLevel,
  inheritedLevel,
  isLevelRedundant,
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

describe("the effective level", () => {
  it("is the server's level, otherwise the higher of both", () => {
    expect(getEffectiveLevel(member(1, 8))).toBe(8);
    expect(getEffectiveLevel(member(8, 1))).toBe(8);
    expect(getEffectiveLevel(member(8, null))).toBe(8);
    expect(getEffectiveLevel(member(1, 8, 4))).toBe(4);
  });

  it.each([
    [member(1, 8, 8), "Administrator from the organization. The explicit level (Member) is redundant."],
    [member(8, 8), "Administrator from the organization. The explicit level (Administrator) is redundant."],
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
});

describe("isLevelRedundant", () => {
  it.each([
    [member(1, 8), true],
    [member(8, 8, 8), true],
    [member(8, 1), false],
    [member(1, 15), true],
    [member(1, null), false],
    // In a project with project-based permissions, members of the organization have access only
    // with an explicit level.
    [member(1, 1), false],
    [member(0, 1), false],
    [member(0, 4), false],
    [member(0, 0), false],
    // The server's effective level differs from the computed one, so the explicit level may have an effect.
    [member(1, 8, 1), false],
    [member(1, 8, 4), false],
  ])("%j: %s", (levels, is) => {
    expect(isLevelRedundant(levels)).toBe(is);
  });

  it("is true when the organization level alone grants the same access", () => {
    const level = fc.integer({ min: 0, max: 20 });
    fc.assert(
      fc.property(level, level, (own, given) => {
        const inherited = inheritedLevel({ parent_level: given });
        const isSame = inherited !== 0 && getEffectiveLevel(member(own, given)) === inherited;
        expect(isLevelRedundant(member(own, given))).toBe(isSame);
      }),
    );
  });
});

describe("remaining access without the explicit level", () => {
  it.each([
    [8, 8, "Administrator access from the organization remains."],
    [15, 15, "Owner access from the organization remains."],
    [1, 0, "No access remains. The organization level (Member) doesn't grant access to this project."],
    [0, 0, "No access remains. The organization grants none."],
    [null, null, "The remaining access is unknown."],
  ])("is computed from organization level %s: %s", (parent_level, left, message) => {
    expect(inheritedLevel({ parent_level })).toBe(left);
    expect(remainingAccessMessage({ parent_level })).toBe(message);
  });
});
