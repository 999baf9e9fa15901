import { buildMember } from "@test/support/builders";
import { expect, it } from "vitest";
import { getEffectiveLevel, inheritedLevel } from "@/data/changes/access-levels";
import { describeEffectiveAccess, describeExplicitAccess, describeInheritedAccess } from "./access-section";

it.each([
  [8, 1, 8, "Applies", "Lower", "Higher of the two"],
  [1, 1, 1, "Applies", "No project access", "Higher of the two"],
  [1, 8, 8, "Redundant", "Applies", "Higher of the two"],
  [0, 1, 1, "Grants project access", "No project access", "Higher of the two"],
  [1, 0, 1, "Applies", "No access", "Higher of the two"],
  [1, 8, 4, "Doesn't match effective level", "Doesn't match effective level", "Reported by the server"],
  [1, null, 8, "Doesn't match effective level", "Unknown", "Organization level unknown"],
])("explicit %s, organization %s, effective %s", (level, parent_level, effective_level, own, given, both) => {
  const member = buildMember({ level, parent_level, effective_level });
  expect(describeExplicitAccess(member)).toBe(own);
  expect(describeInheritedAccess(member, getEffectiveLevel(member))).toBe(given);
  expect(describeEffectiveAccess(member)).toBe(both);
});

it("doesn't say that a level grants access to which the server gives another reason", () => {
  const inherited_access = { level: 0, reason: "project_default", minimum: 1, maximum: 8 };
  const closed = buildMember({ level: 0, parent_level: 1, effective_level: 1, inherited_access });
  expect(describeExplicitAccess(closed)).toBe("Doesn't match effective level");
});

it.each([
  [15, "Applies"],
  [1, "No project access"],
  [null, "Unknown"],
])("without an explicit level, organization %s: %s", (parent, part) => {
  expect(describeInheritedAccess({ parent_level: parent }, inheritedLevel({ parent_level: parent }))).toBe(
    part,
  );
  expect([describeExplicitAccess(null), describeEffectiveAccess(null)]).toEqual([
    "Not set",
    "No explicit level",
  ]);
});
