import { type ExplicitMember, MEMBER_LEVELS } from "@/contract/members";

type Levels = Pick<ExplicitMember, "level" | "parent_level" | "effective_level">;

const WORDS: ReadonlyMap<number, string> = new Map([
  [MEMBER_LEVELS.none, "No access"],
  [MEMBER_LEVELS.member, "Member"],
  [MEMBER_LEVELS.administrator, "Administrator"],
  [MEMBER_LEVELS.owner, "Owner"],
]);

/** A level as a word; one that nobody has named is shown by its number, null is "Not said". */
export function levelWords(level: number | null): string {
  if (level === null) return "Not said";
  return WORDS.get(level) ?? `Level ${level}`;
}

/** What a membership amounts to: as served, else the higher of what is known. */
export function effectiveLevelOf({ level, parent_level, effective_level }: Levels): number {
  return effective_level ?? Math.max(level, parent_level ?? level);
}

/**
 * What a person is in the project by the organisation's level alone; null where that is not said. Explicit members exist
 * only where projects have permissions of their own, and there only the organisation's administrators and owners get in
 * without one (PostHog's `effective_membership_level`).
 */
export function levelWithout(parentLevel: number | null): number | null {
  return parentLevel === null || parentLevel >= MEMBER_LEVELS.administrator
    ? parentLevel
    : MEMBER_LEVELS.none;
}

/** Whether the explicit level changes nothing: the organisation alone gives as much, and the server counts as we do. */
export function isRedundant(member: Levels): boolean {
  const { level, parent_level } = member;
  const without = levelWithout(parent_level);
  return without !== null && without > 0 && level <= without && effectiveLevelOf(member) === without;
}

/** Where the effective level comes from, as a sentence. */
export function whyLevel(member: Levels): string {
  const { level, parent_level } = member;
  const effective = effectiveLevelOf(member);
  const words = levelWords(effective);
  if (isRedundant(member)) {
    return `${words} through the organisation; the explicit ${levelWords(level)} changes nothing.`;
  }
  if (effective !== level && effective === parent_level) {
    return `${words} of the organisation, whom the explicit ${levelWords(level)} lets into this project.`;
  }
  if (effective === level)
    return `${words} through the explicit membership; ${organisationGives(parent_level)}.`;
  if (parent_level === null) {
    return `${words}, as the server says. The explicit ${levelWords(level)} does not explain it; ${organisationGives(parent_level)}.`;
  }
  return `${words}, as the server says. Neither the explicit ${levelWords(level)} nor the organisation's ${levelWords(parent_level)} explains it.`;
}

/** What a person keeps without the explicit level, as a sentence. */
export function keptWithout({ parent_level }: Pick<Levels, "parent_level">): string {
  if (parent_level === null)
    return "Whatever the organisation gives stays; the server does not say what that is.";
  if (parent_level === MEMBER_LEVELS.none) return "No access is left: the organisation gives none.";
  return levelWithout(parent_level) === MEMBER_LEVELS.none
    ? `No access is left: ${organisationGives(parent_level)}.`
    : `${levelWords(parent_level)} stays, through the organisation.`;
}

/** What an explicit level would come to, as a sentence. */
export function effectOfLevel(member: Levels, level: number): string {
  const { parent_level } = member;
  const before = levelWords(effectiveLevelOf(member));
  if (parent_level === null)
    return "What it comes to depends on the organisation, which the server does not say.";
  const after = levelWords(Math.max(level, parent_level));
  return before === after
    ? `In effect nothing changes: ${after} stays.`
    : `In effect ${before} becomes ${after}.`;
}

function organisationGives(level: number | null): string {
  if (level === null) return "what the organisation gives is not said";
  if (level === MEMBER_LEVELS.none) return "the organisation gives no access";
  const words = `the organisation gives ${levelWords(level)}`;
  return levelWithout(level) === level ? words : `${words}, which alone does not open this project`;
}
