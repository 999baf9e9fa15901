import { type ExplicitMember, MEMBER_LEVELS } from "@/contract/members";

type Levels = Pick<ExplicitMember, "level" | "parent_level" | "effective_level">;

const LEVEL_LABELS: ReadonlyMap<number, string> = new Map([
  [MEMBER_LEVELS.none, "No access"],
  [MEMBER_LEVELS.member, "Member"],
  [MEMBER_LEVELS.administrator, "Administrator"],
  [MEMBER_LEVELS.owner, "Owner"],
]);

/** A level as a word; one that nobody has named is shown by its number, null is "Not said". */
export function levelLabel(level: number | null): string {
  if (level === null) return "Not said";
  return LEVEL_LABELS.get(level) ?? `Level ${level}`;
}

/** What a membership amounts to: as served, else the higher of what is known. */
export function getEffectiveLevel({ level, parent_level, effective_level }: Levels): number {
  return effective_level ?? Math.max(level, parent_level ?? level);
}

/**
 * What a person is in the project by the organisation's level alone; null where that is not said. Explicit members exist
 * only where projects have permissions of their own, and there only the organisation's administrators and owners get in
 * without one (PostHog's `effective_membership_level`).
 */
export function inheritedLevel(parentLevel: number | null): number | null {
  return parentLevel === null || parentLevel >= MEMBER_LEVELS.administrator
    ? parentLevel
    : MEMBER_LEVELS.none;
}

/** Whether the explicit level changes nothing: the organisation alone gives as much, and the server counts as we do. */
export function isLevelRedundant(member: Levels): boolean {
  const { level, parent_level } = member;
  const inherited = inheritedLevel(parent_level);
  return inherited !== null && inherited > 0 && level <= inherited && getEffectiveLevel(member) === inherited;
}

/** Where the effective level comes from, as a sentence. */
export function explainLevel(member: Levels): string {
  const { level, parent_level } = member;
  const effective = getEffectiveLevel(member);
  const label = levelLabel(effective);
  if (isLevelRedundant(member)) {
    return `${label} through the organisation; the explicit ${levelLabel(level)} changes nothing.`;
  }
  if (effective !== level && effective === parent_level) {
    return `${label} of the organisation, whom the explicit ${levelLabel(level)} lets into this project.`;
  }
  if (effective === level)
    return `${label} through the explicit membership; ${organizationAccessMessage(parent_level)}.`;
  if (parent_level === null) {
    return `${label}, as the server says. The explicit ${levelLabel(level)} does not explain it; ${organizationAccessMessage(parent_level)}.`;
  }
  return `${label}, as the server says. Neither the explicit ${levelLabel(level)} nor the organisation's ${levelLabel(parent_level)} explains it.`;
}

/** What a person keeps without the explicit level, as a sentence. */
export function remainingAccessMessage({ parent_level }: Pick<Levels, "parent_level">): string {
  if (parent_level === null)
    return "Whatever the organisation gives stays; the server does not say what that is.";
  if (parent_level === MEMBER_LEVELS.none) return "No access is left: the organisation gives none.";
  return inheritedLevel(parent_level) === MEMBER_LEVELS.none
    ? `No access is left: ${organizationAccessMessage(parent_level)}.`
    : `${levelLabel(parent_level)} stays, through the organisation.`;
}

/** What an explicit level would come to, as a sentence. */
export function describeLevelChange(member: Levels, level: number): string {
  const { parent_level } = member;
  const before = levelLabel(getEffectiveLevel(member));
  if (parent_level === null)
    return "What it comes to depends on the organisation, which the server does not say.";
  const after = levelLabel(Math.max(level, parent_level));
  return before === after
    ? `In effect nothing changes: ${after} stays.`
    : `In effect ${before} becomes ${after}.`;
}

function organizationAccessMessage(level: number | null): string {
  if (level === null) return "what the organisation gives is not said";
  if (level === MEMBER_LEVELS.none) return "the organisation gives no access";
  const text = `the organisation gives ${levelLabel(level)}`;
  return inheritedLevel(level) === level ? text : `${text}, which alone does not open this project`;
}
