import { type ExplicitMember, type InheritedAccess, MEMBER_LEVELS } from "@/api/members";

/** Access that doesn't depend on the explicit level. */
export type OtherLevels = Pick<ExplicitMember, "parent_level" | "inherited_access" | "is_project_open">;
/** `level` is null without an explicit level. */
export type Levels = OtherLevels &
  Pick<ExplicitMember, "effective_level"> & { readonly level: number | null };

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

/** Returns the server's effective level, or the level that follows from the known levels. Null when unknown. */
export function getEffectiveLevel(member: Levels): number | null {
  return member.effective_level ?? effectiveLevelAfter(member, member.level);
}

/** The reason that servers give for access that comes from neither a rule nor a role. */
export const DEFAULT_REASON = "project_default";
export const ORGANIZATION_REASON = "organization_admin";
/** Not a reason of the server: it doesn't report inherited access, but administrators always have full access. */
export const UNREPORTED_ORGANIZATION_REASON = "organization_level";

const INHERITED: ReadonlyMap<string, { readonly label: string; readonly source: string }> = new Map([
  [DEFAULT_REASON, { label: "Project default", source: "the project default" }],
  ["role_override", { label: "Role", source: "a role" }],
  [ORGANIZATION_REASON, { label: "Organization administrator", source: "the organization" }],
  [UNREPORTED_ORGANIZATION_REASON, { label: "Organization", source: "the organization" }],
]);

export function inheritedReasonLabel({ reason }: Pick<InheritedAccess, "reason">): string {
  return INHERITED.get(reason)?.label ?? "Inherited access";
}

/** Formats the source of inherited access for use in a sentence. */
export function inheritedSource({ reason }: Pick<InheritedAccess, "reason">): string {
  return INHERITED.get(reason)?.source ?? "other rules";
}

/** Formats the source of the access without the explicit level, for use in a sentence. */
export function otherSource({ inherited_access: inherited }: OtherLevels): string {
  return inherited ? inheritedSource(inherited) : "the organization";
}

/** Whether a level in the organization gives access to every project, also to private ones. */
function isOrganizationAdmin(level: number | null): boolean {
  return level === MEMBER_LEVELS.administrator || level === MEMBER_LEVELS.owner;
}

/**
 * Returns the project level without an explicit level, or null when unknown. In a private project on a server with
 * explicit members, only administrators and owners of the organization have one (PostHog's
 * `effective_membership_level`).
 */
export function inheritedLevel(others: OtherLevels): number | null {
  const { parent_level: level, inherited_access, is_project_open = false } = others;
  if (inherited_access) return inherited_access.level;
  if (level === MEMBER_LEVELS.none || isOrganizationAdmin(level)) return level;
  if (level !== MEMBER_LEVELS.member || is_project_open === null) return null;
  return is_project_open ? level : MEMBER_LEVELS.none;
}

/** Whether the organization grants the access that a person has without an explicit level. */
export function isFromOrganization({ parent_level, inherited_access }: OtherLevels): boolean {
  return inherited_access
    ? [ORGANIZATION_REASON, UNREPORTED_ORGANIZATION_REASON].includes(inherited_access.reason)
    : isOrganizationAdmin(parent_level);
}

/**
 * Predicts the effective level after a change. Returns null when unknown.
 * @param level new explicit level, or null to remove it
 */
export function effectiveLevelAfter(member: OtherLevels, level: number | null): number | null {
  const { parent_level, inherited_access: inherited } = member;
  if (level === null) return inheritedLevel(member);
  if (inherited) {
    const known = inherited.level ?? MEMBER_LEVELS.administrator;
    const minimum = Math.max(
      inherited.minimum ?? MEMBER_LEVELS.none,
      isFromOrganization(member) ? known : MEMBER_LEVELS.none,
    );
    // A level below the project default is enforced. Whether one below a role is enforced isn't known.
    const isKnown = inherited.reason === DEFAULT_REASON || level >= known || minimum >= known;
    return isKnown ? Math.max(level, minimum) : null;
  }
  if (parent_level !== null) return Math.max(parent_level, level);
  // The organization level is unknown and may be higher.
  return level >= MEMBER_LEVELS.administrator ? level : null;
}

/**
 * Whether a person may get more access without their explicit level. Servers with access controls enforce a level below
 * the inherited one, except for administrators and owners of the organization.
 */
export function isLevelRestricting({ level, ...others }: Levels): boolean {
  const { inherited_access: inherited } = others;
  if (level === null || !inherited || isFromOrganization(others)) return false;
  return inherited.level === null ? level === MEMBER_LEVELS.none : level < inherited.level;
}

/** Describes the access that a person gains when a restricting explicit level is removed. */
export function gainedAccessMessage(member: OtherLevels): string {
  return `They ${describeGainedAccess(member, "get")}.`;
}

/** Explains why a restricting explicit level isn't removed together with others. */
export function restrictingLevelMessage(member: OtherLevels): string {
  return `Without the explicit level, this person ${describeGainedAccess(member, "would get")}.`;
}

function describeGainedAccess(member: OtherLevels, verb: string): string {
  const inherited = inheritedLevel(member);
  return inherited === null
    ? "may get access, because the inherited access is unknown"
    : `${verb} ${levelLabel(inherited)} access from ${otherSource(member)}`;
}

/**
 * Whether the explicit level has no effect. False if a level is unknown. With access controls, a level below the
 * inherited one is a restriction, so it is never redundant.
 */
export function isLevelRedundant({ level, effective_level, ...others }: Levels): boolean {
  const inherited = inheritedLevel(others);
  if (level === null || inherited === null || inherited === MEMBER_LEVELS.none) return false;
  const hasNoEffect = others.inherited_access
    ? level === inherited && others.inherited_access.reason !== UNREPORTED_ORGANIZATION_REASON
    : isFromOrganization(others) && level <= inherited;
  return hasNoEffect && effective_level === inherited;
}

/** Explains access without an explicit level. */
export function explainOtherAccess(others: OtherLevels): string {
  const level = inheritedLevel(others);
  const isGranted = !others.inherited_access && level !== null && level !== MEMBER_LEVELS.none;
  const granted = `${levelLabel(level)} access from ${otherSource(others)}`;
  return `No explicit level. ${isGranted ? granted : otherAccessMessage(others)}.`;
}

/** Explains how to end access that no explicit level can end. Null for other access. */
export function endAccessMessage(others: OtherLevels): string | null {
  const level = inheritedLevel(others);
  if (isFromOrganization(others)) {
    return "To end it, remove the person from the organization or lower their organization level.";
  }
  return others.is_project_open && level === MEMBER_LEVELS.member
    ? "To end it, remove the person from the organization or make the project private."
    : null;
}

export function explainLevel(member: Levels): string {
  const { level, parent_level, inherited_access } = member;
  if (level === null) return explainOtherAccess(member);
  const effective = getEffectiveLevel(member);
  const label = levelLabel(effective);
  if (effective === null) {
    return `The effective level is unknown. The explicit level is ${levelLabel(level)}. ${otherAccessMessage(member)}.`;
  }
  if (isLevelRedundant(member)) {
    return `${label} from ${otherSource(member)}. The explicit level (${levelLabel(level)}) is redundant.`;
  }
  if (effective === level) return `${label}, set by the explicit level. ${otherAccessMessage(member)}.`;
  if (inherited_access || parent_level === null) {
    return `${label} according to the server. The explicit level is ${levelLabel(level)}. ${otherAccessMessage(member)}.`;
  }
  return effective === parent_level
    ? `${label} from the organization. The explicit level (${levelLabel(level)}) grants access to this project.`
    : `${label} according to the server. The explicit level is ${levelLabel(level)}, and the organization level is ${levelLabel(parent_level)}.`;
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

export function unknownEffectMessage({ inherited_access: inherited }: OtherLevels): string {
  if (!inherited) return "The effective level depends on the organization level, which is unknown.";
  return inherited.level === null
    ? "The effective level depends on the inherited access, which is unknown."
    : `The access from ${inheritedSource(inherited)} may still apply.`;
}

export function describeLevelChange(member: Levels, level: number): string {
  const next =
    member.parent_level === null && !member.inherited_access ? null : effectiveLevelAfter(member, level);
  if (next === null) return unknownEffectMessage(member);
  const before = levelLabel(getEffectiveLevel(member));
  const after = levelLabel(next);
  return before === after ? `Effective level stays ${after}.` : `Effective level: ${before} → ${after}.`;
}

/** Describes the access that remains without the explicit level. The text has no final period. */
export function otherAccessMessage(others: OtherLevels): string {
  const { parent_level: level, inherited_access: inherited, is_project_open: isOpen = false } = others;
  if (inherited) return `${inheritedReasonLabel(inherited)}: ${levelLabel(inherited.level)}`;
  if (level === null) return "The organization level is unknown";
  if (level === MEMBER_LEVELS.none) return "The organization grants no access";
  const label = levelLabel(level);
  if (isOrganizationAdmin(level)) return `The organization level is ${label}`;
  if (level !== MEMBER_LEVELS.member || isOpen === null) {
    return `Whether the organization level (${label}) grants access to this project is unknown`;
  }
  return isOpen
    ? "The project is open to everyone in the organization"
    : `The organization level (${label}) doesn't grant access to this project`;
}
