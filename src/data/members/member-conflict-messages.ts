import type { ExplicitMember } from "@/contract/members";
import { inheritedLevel, levelLabel, type OtherLevels, otherSource } from "@/data/changes/access-levels";

const NOT_SAVED = "Your change wasn't saved.";

export function levelChangedMessage({ level }: Pick<ExplicitMember, "level">): string {
  return `Someone else changed the level to ${levelLabel(level)}. ${NOT_SAVED}`;
}

export function levelRemovedMessage(): string {
  return `Someone else removed the explicit level. ${NOT_SAVED}`;
}

function otherAccessNowMessage(member: OtherLevels): string {
  const { parent_level, inherited_access: inherited } = member;
  if (inherited) return `The access from ${otherSource(member)} is now ${levelLabel(inherited.level)}`;
  return `The organization level is now ${parent_level === null ? "unknown" : levelLabel(parent_level)}`;
}

/** Explains that a redundant level has become necessary. */
export function levelNeededMessage(member: OtherLevels & Pick<ExplicitMember, "level">): string {
  return `${otherAccessNowMessage(member)}, so the explicit level ${levelLabel(member.level)} is still needed. ${NOT_SAVED}`;
}

/** Explains that the remaining access has changed since the change was planned. */
export function organizationLevelChangedMessage(member: OtherLevels): string {
  const consequence = inheritedLevel(member) === 0 ? ", so this person would lose access" : "";
  return `${otherAccessNowMessage(member)}${consequence}. ${NOT_SAVED}`;
}
