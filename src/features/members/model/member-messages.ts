import { MEMBER_LEVELS } from "@/api/members";
import type { Levels } from "@/data/changes/access-levels";
import {
  gainedAccessMessage,
  getEffectiveLevel,
  inheritedLevel,
  inheritedReasonLabel,
  isLevelRedundant,
  isLevelRestricting,
  levelLabel,
  otherSource,
  remainingAccessMessage,
} from "@/data/changes/access-levels";

export function accessSourceLabel(member: Levels): string {
  const { level, parent_level, inherited_access } = member;
  const effective = getEffectiveLevel(member);
  const isInherited = level === null || (inherited_access?.level === effective && level !== effective);
  if (isInherited || isLevelRedundant(member))
    return inherited_access ? inheritedReasonLabel(inherited_access) : "Organization";
  if (effective === level) return "Explicit";
  return effective === parent_level && !inherited_access ? "Both" : "Unknown";
}

export function remainingAccessNote(member: Levels): string {
  const inherited = inheritedLevel(member);
  if (isLevelRestricting(member)) return gainedAccessMessage(member);
  if (inherited === null || inherited === MEMBER_LEVELS.none) return remainingAccessMessage(member);
  const effective = getEffectiveLevel(member);
  const access = `${levelLabel(inherited)} access from ${otherSource(member)}`;
  return effective !== null && inherited >= effective
    ? `${access} remains, so nothing changes.`
    : `${access} remains.`;
}
