import { describe, expect, it } from "vitest";
import { getEffectiveLevel, inheritedLevel } from "@/data/changes/access-levels";
import { buildMember } from "@/testing/build-member";
import { describeEffectiveAccess, describeExplicitAccess, describeInheritedAccess } from "./access-parts";

describe("the parts of explicit and organisation level", () => {
  it.each([
    [8, 1, 8, "Decides", "Gives less", "The higher of both"],
    [1, 1, 1, "Decides", "Not by itself", "The higher of both"],
    [1, 8, 8, "Changes nothing", "Decides", "The higher of both"],
    [0, 1, 1, "Opens the project", "Not by itself", "The higher of both"],
    [1, 0, 1, "Decides", "Gives nothing", "The higher of both"],
    [4, 15, 4, "Decides", "Does not explain it", "As the server says"],
    [1, 8, 4, "Does not explain it", "Does not explain it", "As the server says"],
    [1, null, 8, "Does not explain it", "Not known", "As far as is known"],
  ])(
    "explicit %s, organisation %s, in effect %s",
    (level, parent_level, effective_level, own, given, both) => {
      const member = buildMember({ level, parent_level, effective_level });
      expect(describeExplicitAccess(member)).toBe(own);
      expect(describeInheritedAccess(parent_level, getEffectiveLevel(member))).toBe(given);
      expect(describeEffectiveAccess(member)).toBe(both);
    },
  );

  it.each([
    [15, "Decides"],
    [1, "Not by itself"],
    [0, "Gives nothing"],
    [null, "Not known"],
  ])("without an explicit level the organisation's %s %s", (parent, part) => {
    expect(describeInheritedAccess(parent, inheritedLevel(parent))).toBe(part);
    expect([describeExplicitAccess(null), describeEffectiveAccess(null)]).toEqual([
      "No part in it",
      "Without an explicit level",
    ]);
  });
});
