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
  [null, "Not said"],
])("level %s is called %s", (level, words) => {
  expect(levelLabel(level)).toBe(words);
});

describe("the effective level", () => {
  it("is the served one, else the higher of both", () => {
    expect(getEffectiveLevel(member(1, 8))).toBe(8);
    expect(getEffectiveLevel(member(8, 1))).toBe(8);
    expect(getEffectiveLevel(member(8, null))).toBe(8);
    expect(getEffectiveLevel(member(1, 8, 4))).toBe(4);
  });

  it.each([
    [member(1, 8, 8), "Administrator through the organisation; the explicit Member changes nothing."],
    [member(8, 8), "Administrator through the organisation; the explicit Administrator changes nothing."],
    [member(0, 1), "Member of the organisation, whom the explicit No access lets into this project."],
    [
      member(8, 1, 8),
      "Administrator through the explicit membership; the organisation gives Member, which alone does not open this project.",
    ],
    [member(1, 0), "Member through the explicit membership; the organisation gives no access."],
    [
      member(1, 1),
      "Member through the explicit membership; the organisation gives Member, which alone does not open this project.",
    ],
    [member(4, 15, 4), "Level 4 through the explicit membership; the organisation gives Owner."],
    [
      member(8, null),
      "Administrator through the explicit membership; what the organisation gives is not said.",
    ],
    [
      member(1, null, 8),
      "Administrator, as the server says. The explicit Member does not explain it; what the organisation gives is not said.",
    ],
    [
      member(1, 8, 4),
      "Level 4, as the server says. Neither the explicit Member nor the organisation's Administrator explains it.",
    ],
    [member(1, 8, 1), "Member through the explicit membership; the organisation gives Administrator."],
  ])("of %j is explained", (levels, words) => {
    expect(explainLevel(levels)).toBe(words);
  });
});

describe("an explicit level that changes nothing", () => {
  it.each([
    [member(1, 8), true],
    [member(8, 8, 8), true],
    [member(8, 1), false],
    [member(1, 15), true],
    [member(1, null), false],
    // Members of the organisation get into a project with permissions only by an explicit level.
    [member(1, 1), false],
    [member(0, 1), false],
    [member(0, 4), false],
    [member(0, 0), false],
    // The server counts in another way: then nobody knows what the explicit level does.
    [member(1, 8, 1), false],
    [member(1, 8, 4), false],
  ])("%j: %s", (levels, is) => {
    expect(isLevelRedundant(levels)).toBe(is);
  });

  it("is one without which the organisation gives the same, whatever the levels", () => {
    const level = fc.integer({ min: 0, max: 20 });
    fc.assert(
      fc.property(level, level, (own, given) => {
        const inherited = inheritedLevel(given);
        const isSame = inherited !== 0 && getEffectiveLevel(member(own, given)) === inherited;
        expect(isLevelRedundant(member(own, given))).toBe(isSame);
      }),
    );
  });
});

describe("without the explicit level", () => {
  it.each([
    [8, 8, "Administrator stays, through the organisation."],
    [15, 15, "Owner stays, through the organisation."],
    [1, 0, "No access is left: the organisation gives Member, which alone does not open this project."],
    [0, 0, "No access is left: the organisation gives none."],
    [null, null, "Whatever the organisation gives stays; the server does not say what that is."],
  ])("of the organisation's %s, %s is left", (parent_level, left, words) => {
    expect(inheritedLevel(parent_level)).toBe(left);
    expect(remainingAccessMessage({ parent_level })).toBe(words);
  });
});
