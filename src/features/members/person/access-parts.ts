import { MEMBER_LEVELS } from "@/api/members";
import {
  getEffectiveLevel,
  inheritedLevel,
  isLevelRedundant,
  type Levels,
  type OtherLevels,
} from "@/data/changes/access-levels";

type MemberLevels = Levels & { readonly level: number };

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
  if (effective === null) return "Unknown";
  if (member.inherited_access)
    return member.inherited_access.level === effective ? "Overridden" : UNEXPLAINED_LABEL;
  return effective === member.parent_level ? "Grants project access" : UNEXPLAINED_LABEL;
}

/**
 * Describes the effect of the organization level. An organization level below administrator applies
 * only together with an explicit level.
 */
export function describeInheritedAccess(others: OtherLevels, effective: number | null): string {
  const { parent_level: parent } = others;
  const inherited = inheritedLevel(others);
  if (parent === null || inherited === null || effective === null) return "Unknown";
  if (parent === MEMBER_LEVELS.none) return "No access";
  const isSufficient = inherited === parent;
  if (isSufficient && parent === effective) return DECIDES_LABEL;
  if (parent < effective) return "Lower";
  return isSufficient ? UNEXPLAINED_LABEL : "No project access";
}

/**
 * Describes the effect of inherited access, as reported by the server.
 * @param effective effective level, or null when unknown
 */
export function describeServedInheritance(
  { inherited_access: inherited }: OtherLevels,
  effective: number | null,
): string {
  if (inherited == null || inherited.level === null || effective === null) return "Unknown";
  return inherited.level === effective ? DECIDES_LABEL : "Overridden";
}

export function describeEffectiveAccess(member: MemberLevels | null): string {
  if (member === null) return "No explicit level";
  const { level, parent_level, inherited_access, effective_level } = member;
  if (inherited_access) return effective_level === null ? "Unknown" : "Reported by the server";
  if (parent_level === null) return "Organization level unknown";
  return getEffectiveLevel(member) === Math.max(level, parent_level)
    ? "Higher of the two"
    : "Reported by the server";
}
