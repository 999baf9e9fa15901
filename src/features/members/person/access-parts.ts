import { type ExplicitMember, MEMBER_LEVELS } from "@/contract/members";
import { effectiveLevelOf, isRedundant, levelWithout } from "@/data/changes/access-levels";

type Levels = Pick<ExplicitMember, "level" | "parent_level" | "effective_level">;

/** The part of the level that makes the effective one. */
export const DECIDES = "Decides";
/** The server counts in a way that nobody here knows. */
const UNEXPLAINED = "Does not explain it";

/** What the explicit level has to do with the effective one; null is no explicit level. */
export function explicitPart(member: Levels | null): string {
  if (member === null) return "No part in it";
  if (isRedundant(member)) return "Changes nothing";
  const effective = effectiveLevelOf(member);
  if (effective === member.level) return DECIDES;
  return effective === member.parent_level ? "Opens the project" : UNEXPLAINED;
}

/** What the level in the organisation has to do with it: below administrator it counts only beside an explicit one. */
export function organisationPart(parent: number | null, effective: number | null): string {
  if (parent === null || effective === null) return "Not known";
  if (parent === MEMBER_LEVELS.none) return "Gives nothing";
  const isEnough = levelWithout(parent) === parent;
  if (isEnough && parent === effective) return DECIDES;
  if (parent < effective) return "Gives less";
  return isEnough ? UNEXPLAINED : "Not by itself";
}

/** How the effective level comes about. */
export function resultPart(member: Levels | null): string {
  if (member === null) return "Without an explicit level";
  const { level, parent_level } = member;
  if (parent_level === null) return "As far as is known";
  return effectiveLevelOf(member) === Math.max(level, parent_level)
    ? "The higher of both"
    : "As the server says";
}
