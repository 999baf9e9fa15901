import { type ExplicitMember, type InheritedAccess, MEMBER_LEVELS } from "@/contract/members";

/** Access that doesn't depend on the explicit level. */
export type OtherLevels = Pick<ExplicitMember, "parent_level" | "inherited_access">;
type Levels = OtherLevels & Pick<ExplicitMember, "level" | "effective_level">;

const LEVEL_LABELS: ReadonlyMap<number, string> = new Map([
  [MEMBER_LEVELS.none, "No access"],
  [MEMBER_LEVELS.member, "Member"],
  [MEMBER_LEVELS.administrator, "Administrator"],
  [MEMBER_LEVELS.owner, "Owner"],
]);

/** Formats a level. Returns "Level 12" for an unnamed level and "Unknown" for null. */
export function levelLabel(level: number | null): string {
  if (level === null) return "Unknown";
  return LEVEL_LABELS.get(level) ?? `Level ${level}`;
}

/** Returns the server's effective level. Without one, returns the highest known level. */
export function getEffectiveLevel({ level, parent_level, effective_level }: Levels): number {
  return effective_level ?? Math.max(level, parent_level ?? level);
}

const INHERITED: ReadonlyMap<string, { readonly label: string; readonly source: string }> = new Map([
  ["project_default", { label: "Project default", source: "the project default" }],
  ["role_override", { label: "Role", source: "a role" }],
  ["organization_admin", { label: "Organization administrator", source: "the organization" }],
]);

export function inheritedReasonLabel({ reason }: InheritedAccess): string {
  return INHERITED.get(reason)?.label ?? "Other rules";
}

/** Formats the source of inherited access for use in a sentence. */
export function inheritedSource({ reason }: Pick<InheritedAccess, "reason">): string {
  return INHERITED.get(reason)?.source ?? "other rules";
}

/**
 * Formats the source of the access that a person has without the explicit level, for use in
 * a sentence.
 */
export function otherSource({ inherited_access: inherited }: OtherLevels): string {
  return inherited ? inheritedSource(inherited) : "the organization";
}

/**
 * Returns the project level that a person has without an explicit level, or null when unknown.
 * Explicit members exist only in projects with project-based permissions. In such a project, only
 * organization administrators and owners have access without an explicit level (PostHog's
 * `effective_membership_level`).
 */
export function inheritedLevel({ parent_level, inherited_access }: OtherLevels): number | null {
  if (inherited_access) return inherited_access.level;
  return parent_level === null || parent_level >= MEMBER_LEVELS.administrator
    ? parent_level
    : MEMBER_LEVELS.none;
}

/**
 * Predicts the effective level after a change. Returns null when unknown. Only the server knows the
 * actual level.
 * @param level new explicit level, or null to remove it
 */
export function effectiveLevelAfter(member: OtherLevels, level: number | null): number | null {
  const { parent_level, inherited_access } = member;
  if (level === null) return inheritedLevel(member);
  if (inherited_access) return Math.max(level, inherited_access.minimum ?? level);
  if (parent_level !== null) return Math.max(parent_level, level);
  // The organization level is unknown and may be higher.
  return level >= MEMBER_LEVELS.administrator ? level : null;
}

export function isLevelRestricting(member: Levels): boolean {
  return member.inherited_access != null && member.inherited_access.level > getEffectiveLevel(member);
}

/** Describes the access that a person gains when a restricting explicit level is removed. */
export function gainedAccessMessage(member: OtherLevels): string {
  return `They get ${levelLabel(inheritedLevel(member))} access from ${otherSource(member)}.`;
}

/** Whether the explicit level has no effect, according to both the server and our computation. */
export function isLevelRedundant(member: Levels): boolean {
  const inherited = inheritedLevel(member);
  return (
    inherited !== null &&
    inherited > 0 &&
    member.level <= inherited &&
    getEffectiveLevel(member) === inherited
  );
}

export function explainLevel(member: Levels): string {
  const { level, parent_level, inherited_access } = member;
  const effective = getEffectiveLevel(member);
  const label = levelLabel(effective);
  if (isLevelRedundant(member)) {
    return `${label} from ${otherSource(member)}. The explicit level (${levelLabel(level)}) is redundant.`;
  }
  if (inherited_access) {
    return effective === level
      ? `${label}, set by the explicit level. ${otherAccessMessage(member)}.`
      : `${label} according to the server. The explicit level is ${levelLabel(level)}. ${otherAccessMessage(member)}.`;
  }
  if (effective !== level && effective === parent_level) {
    return `${label} from the organization. The explicit level (${levelLabel(level)}) grants access to this project.`;
  }
  if (effective === level) return `${label}, set by the explicit level. ${otherAccessMessage(member)}.`;
  if (parent_level === null) {
    return `${label} according to the server. The explicit level is ${levelLabel(level)}. ${otherAccessMessage(member)}.`;
  }
  return `${label} according to the server. The explicit level is ${levelLabel(level)}, and the organization level is ${levelLabel(parent_level)}.`;
}

export function remainingAccessMessage(member: OtherLevels): string {
  const inherited = inheritedLevel(member);
  if (inherited === null) return "The remaining access is unknown.";
  if (inherited > MEMBER_LEVELS.none) {
    return `${levelLabel(inherited)} access from ${otherSource(member)} remains.`;
  }
  return member.parent_level === MEMBER_LEVELS.none && !member.inherited_access
    ? "No access remains. The organization grants none."
    : `No access remains. ${otherAccessMessage(member)}.`;
}

export function describeLevelChange(member: Levels, level: number): string {
  const next =
    member.parent_level === null && !member.inherited_access ? null : effectiveLevelAfter(member, level);
  if (next === null) return "The effective level depends on the organization level, which is unknown.";
  const before = levelLabel(getEffectiveLevel(member));
  const after = levelLabel(next);
  return before === after ? `Effective level stays ${after}.` : `Effective level: ${before} → ${after}.`;
}

/** Describes the access that remains without the explicit level. The text has no final period. */
export function otherAccessMessage({
  parent_level: level,
  inherited_access: inherited,
}: OtherLevels): string {
  if (inherited) return `${inheritedReasonLabel(inherited)}: ${levelLabel(inherited.level)}`;
  if (level === null) return "The organization level is unknown";
  if (level === MEMBER_LEVELS.none) return "The organization grants no access";
  const label = levelLabel(level);
  return level >= MEMBER_LEVELS.administrator
    ? `The organization level is ${label}`
    : `The organization level (${label}) doesn't grant access to this project`;
}
