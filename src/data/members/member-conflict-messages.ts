import type { ExplicitMember } from "@/contract/members";
import { inheritedLevel, levelLabel } from "@/data/changes/access-levels";

const NOTHING_SENT = "Nothing was sent.";

/** Says that the explicit level has changed since the change was planned. */
export function levelChangedMessage({ level }: Pick<ExplicitMember, "level">): string {
  return `Someone changed the level to ${levelLabel(level)}. ${NOTHING_SENT}`;
}

/** Says that a membership has been removed since the change was planned. */
export function levelRemovedMessage(): string {
  return `Someone removed the explicit level. ${NOTHING_SENT}`;
}

/** Says that a level that was redundant no longer is. */
export function levelNeededMessage({
  level,
  parent_level,
}: Pick<ExplicitMember, "level" | "parent_level">): string {
  return `The organization level is now ${levelLabel(parent_level)}, so the explicit level ${levelLabel(level)} is still needed. ${NOTHING_SENT}`;
}

/** Says that the access a person would keep has changed since the change was planned. */
export function organizationLevelChangedMessage({
  parent_level,
}: Pick<ExplicitMember, "parent_level">): string {
  const level = parent_level === null ? "unknown" : levelLabel(parent_level);
  const consequence = inheritedLevel(parent_level) === 0 ? ", so this person would lose access" : "";
  return `The organization level is now ${level}${consequence}. ${NOTHING_SENT}`;
}
