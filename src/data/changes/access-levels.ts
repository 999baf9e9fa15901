import { type ExplicitMember, MEMBER_LEVELS } from "@/contract/members";

type Levels = Pick<ExplicitMember, "level" | "parent_level" | "effective_level">;

const LEVEL_LABELS: ReadonlyMap<number, string> = new Map([
  [MEMBER_LEVELS.none, "No access"],
  [MEMBER_LEVELS.member, "Member"],
  [MEMBER_LEVELS.administrator, "Administrator"],
  [MEMBER_LEVELS.owner, "Owner"],
]);

/** Returns "Level 12" for an unnamed level, "Unknown" for null. */
export function levelLabel(level: number | null): string {
  if (level === null) return "Unknown";
  return LEVEL_LABELS.get(level) ?? `Level ${level}`;
}

/** Returns the served effective level, otherwise the higher known level. */
export function getEffectiveLevel({ level, parent_level, effective_level }: Levels): number {
  return effective_level ?? Math.max(level, parent_level ?? level);
}

/**
 * Returns the project level that the organization level grants by itself, or null when unknown. Explicit members exist
 * only in projects with their own permissions. There, only organization administrators and owners have access without
 * an explicit level (PostHog's `effective_membership_level`).
 */
export function inheritedLevel(parentLevel: number | null): number | null {
  return parentLevel === null || parentLevel >= MEMBER_LEVELS.administrator
    ? parentLevel
    : MEMBER_LEVELS.none;
}

/** Whether the organization level alone grants the same access, and the effective level from the server agrees. */
export function isLevelRedundant(member: Levels): boolean {
  const { level, parent_level } = member;
  const inherited = inheritedLevel(parent_level);
  return inherited !== null && inherited > 0 && level <= inherited && getEffectiveLevel(member) === inherited;
}

export function explainLevel(member: Levels): string {
  const { level, parent_level } = member;
  const effective = getEffectiveLevel(member);
  const label = levelLabel(effective);
  if (isLevelRedundant(member)) {
    return `${label} from the organization. The explicit level (${levelLabel(level)}) is redundant.`;
  }
  if (effective !== level && effective === parent_level) {
    return `${label} from the organization. The explicit level (${levelLabel(level)}) grants access to this project.`;
  }
  if (effective === level)
    return `${label} from the explicit level. ${organizationAccessMessage(parent_level)}.`;
  if (parent_level === null) {
    return `${label} according to the server. The explicit level is ${levelLabel(level)}. ${organizationAccessMessage(parent_level)}.`;
  }
  return `${label} according to the server. The explicit level is ${levelLabel(level)}, and the organization level is ${levelLabel(parent_level)}.`;
}

export function remainingAccessMessage({ parent_level }: Pick<Levels, "parent_level">): string {
  if (parent_level === null) return "The person keeps organization access at an unknown level.";
  if (parent_level === MEMBER_LEVELS.none) return "No access remains. The organization grants none.";
  return inheritedLevel(parent_level) === MEMBER_LEVELS.none
    ? `No access remains. ${organizationAccessMessage(parent_level)}.`
    : `${levelLabel(parent_level)} access from the organization remains.`;
}

export function describeLevelChange(member: Levels, level: number): string {
  const { parent_level } = member;
  const before = levelLabel(getEffectiveLevel(member));
  if (parent_level === null)
    return "The effective level depends on the organization level, which is unknown.";
  const after = levelLabel(Math.max(level, parent_level));
  return before === after ? `Effective level stays ${after}.` : `Effective level: ${before} → ${after}.`;
}

function organizationAccessMessage(level: number | null): string {
  if (level === null) return "The organization level is unknown";
  if (level === MEMBER_LEVELS.none) return "The organization grants no access";
  const label = levelLabel(level);
  return inheritedLevel(level) === level
    ? `The organization level is ${label}`
    : `The organization level (${label}) doesn't grant access by itself`;
}
