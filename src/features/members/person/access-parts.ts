import { type ExplicitMember, MEMBER_LEVELS } from "@/contract/members";
import {
  getEffectiveLevel,
  inheritedLevel,
  isLevelRedundant,
  type OtherLevels,
} from "@/data/changes/access-levels";

type MemberLevels = OtherLevels & Pick<ExplicitMember, "level" | "effective_level">;

/** Marks the source of the effective level. */
export const DECIDES_LABEL = "Applies";
/** Shown when the server's effective level contradicts the known rules. */
const UNEXPLAINED_LABEL = "Doesn't match effective level";

/**
 * Describes the effect of the explicit level.
 * @param member null without an explicit level
 */
export function describeExplicitAccess(member: MemberLevels | null): string {
  if (member === null) return "Not set";
  if (isLevelRedundant(member)) return "Redundant";
  const effective = getEffectiveLevel(member);
  if (effective === member.level) return DECIDES_LABEL;
  // With access controls, an explicit level doesn't make the organization level apply.
  if (member.inherited_access) return UNEXPLAINED_LABEL;
  return effective === member.parent_level ? "Grants project access" : UNEXPLAINED_LABEL;
}

/**
 * Describes the effect of the organization level. An organization level below administrator applies
 * only together with an explicit level.
 */
export function describeInheritedAccess(parent: number | null, effective: number | null): string {
  if (parent === null || effective === null) return "Unknown";
  if (parent === MEMBER_LEVELS.none) return "No access";
  const isSufficient = inheritedLevel({ parent_level: parent }) === parent;
  if (isSufficient && parent === effective) return DECIDES_LABEL;
  if (parent < effective) return "Lower";
  return isSufficient ? UNEXPLAINED_LABEL : "No project access";
}

/**
 * Describes the effect of inherited access, as reported by the server.
 * @param member null without an explicit level
 */
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
