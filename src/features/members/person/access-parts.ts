import { type ExplicitMember, MEMBER_LEVELS } from "@/contract/members";
import {
  getEffectiveLevel,
  inheritedLevel,
  isLevelRedundant,
  type OtherLevels,
} from "@/data/changes/access-levels";

type MemberLevels = OtherLevels & Pick<ExplicitMember, "level" | "effective_level">;

/** Marks the source that determines the effective level. */
export const DECIDES_LABEL = "Applies";
/** The served effective level contradicts the known rules. */
const UNEXPLAINED_LABEL = "Doesn't match";

/** Describes the effect of the explicit level. @param member null without an explicit level */
export function describeExplicitAccess(member: MemberLevels | null): string {
  if (member === null) return "Not set";
  if (isLevelRedundant(member)) return "Redundant";
  const effective = getEffectiveLevel(member);
  if (effective === member.level) return DECIDES_LABEL;
  // With access controls, no organization level depends on the explicit one.
  if (member.inherited_access) return UNEXPLAINED_LABEL;
  return effective === member.parent_level ? "Grants project access" : UNEXPLAINED_LABEL;
}

/** Describes the effect of the organization level. Below administrator it counts only with an explicit level. */
export function describeInheritedAccess(parent: number | null, effective: number | null): string {
  if (parent === null || effective === null) return "Unknown";
  if (parent === MEMBER_LEVELS.none) return "No access";
  const isSufficient = inheritedLevel({ parent_level: parent }) === parent;
  if (isSufficient && parent === effective) return DECIDES_LABEL;
  if (parent < effective) return "Lower";
  return isSufficient ? UNEXPLAINED_LABEL : "No project access";
}

/** Describes the effect of the access that the server says is inherited. @param member null without an explicit level */
export function describeServedInheritance(member: MemberLevels | null): string {
  return member === null || isLevelRedundant(member) ? DECIDES_LABEL : "Overridden";
}

export function describeEffectiveAccess(member: MemberLevels | null): string {
  if (member === null) return "No explicit level";
  const { level, parent_level, inherited_access } = member;
  if (inherited_access) return "Reported by the server";
  if (parent_level === null) return "Organization level unknown";
  return getEffectiveLevel(member) === Math.max(level, parent_level)
    ? "Higher of the two"
    : "Reported by the server";
}
