import { type ExplicitMember, type InheritedAccess, MEMBER_LEVELS } from "@/api/members";
import type { Levels, OtherLevels } from "@/data/changes/access-levels";
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
  unknownEffectMessage,
} from "@/data/changes/access-levels";
import type { Problem } from "@/lib/text/problem";

export const CURRENT_LEVEL = "This is the current level.";
export const OWN_LEVEL = "You can't change your own level. Ask another administrator.";
export const CANNOT_EDIT = "You can't change access in this project. Ask an administrator.";
export const UNKNOWN_USER = "The server didn't return this user, so the level can't be changed.";
export const NOT_PRIVATE_NOTE =
  "The server doesn't mark this project as private, so everyone in the organization may already have access. The server may refuse to add people until an owner makes the project private.";
export const UNKNOWN_ORGANIZATION_NOTE =
  "The organization's members couldn't be read, so some people with access may be missing.";
export const EMPTY_LIST_NOTE =
  "If your organization uses role-based access, the server lists nobody here and doesn't let you add people. Manage access through roles on the server instead.";

/** @param access the project's access controls, or undefined on servers without them */
export function emptyListMessage(access: { readonly defaultLevel: number | null } | undefined): string {
  if (access === undefined)
    return "Members have an explicit level in this project. People with only organization access aren't listed.";
  const level = access.defaultLevel === null ? "" : ` (${levelLabel(access.defaultLevel)})`;
  return `No one has an explicit level. Access comes from the project default${level}, roles, and the organization.`;
}

/** @param level access of people without an explicit level */
export function projectDefaultMessage(level: number): string {
  return `Project default: ${levelLabel(level)}`;
}

/** @param ownLevel effective level of the key's owner */
export function levelAboveOwnMessage(ownLevel: number): string {
  return `You can't set a level above your own (${levelLabel(ownLevel)}).`;
}

/** @param ownLevel effective level of the key's owner */
export function notAdministratorMessage(ownLevel: number): string {
  return `Only administrators can manage members. Your level is ${levelLabel(ownLevel)}.`;
}

/**
 * @param level effective level of the member
 * @param ownLevel effective level of the key's owner
 */
export function memberAboveOwnMessage(name: string, level: number, ownLevel: number): string {
  return `You can't change ${name}, whose level (${levelLabel(level)}) is above yours (${levelLabel(ownLevel)}).`;
}

/** @param minimum lowest level that the server allows */
export function levelTooLowMessage(name: string, minimum: number, inherited: InheritedAccess): string {
  return `${name} has at least ${levelLabel(minimum)} access (${inheritedReasonLabel(inherited)}).`;
}

/** @param maximum highest level that the server allows */
export function levelTooHighMessage(name: string, maximum: number): string {
  return `The server limits ${name} to ${levelLabel(maximum)} access.`;
}

export function lastAdministratorMessage(name: string): string {
  return `${name} is the last known administrator. Make someone else an administrator first.`;
}

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

/**
 * @param effectiveLevel level after the change, or null when unknown
 * @param others the member's other levels, which may raise the effective level
 */
export function levelChangedMessage(
  level: number,
  effectiveLevel: number | null,
  others: OtherLevels,
): string {
  if (effectiveLevel === null) return unknownEffectMessage(others);
  return effectiveLevel > level
    ? `Effective level: ${levelLabel(effectiveLevel)}, from ${otherSource(others)}.`
    : `Effective level: ${levelLabel(effectiveLevel)}.`;
}

export function levelChangeFailureTitle(name: string, isOutcomeUnknown: boolean): string {
  return isOutcomeUnknown ? `Couldn't confirm the level of ${name}` : `Couldn't change the level of ${name}`;
}

/** Warns about the consequences of removing a level. */
export function removalWarning(
  isOwnMembership: boolean,
  { joined_at }: Pick<ExplicitMember, "joined_at">,
): string {
  if (isOwnMembership) return "Only another administrator can add you again.";
  return joined_at === null
    ? "Undo adds them again with the same level."
    : "Undo adds them again with the same level and a new join date.";
}

export function changedByOtherMessage(name: string): string {
  return `Someone else changed the level of ${name}`;
}

export function removedByOtherMessage(name: string): string {
  return `Someone else removed the explicit level of ${name}`;
}

export function sameLevelTitle(name: string, level: number): string {
  return `${name} already has the level ${levelLabel(level)}`;
}

/** Formats both levels for the dialog in which the user chooses one. */
export function levelConflictChoice(theirs: number, yours: number): string {
  return `Theirs: ${levelLabel(theirs)}. Yours: ${levelLabel(yours)}.`;
}

/**
 * Explains why a removal wasn't sent.
 * @param level current explicit level, or null if someone else removed it
 */
export function describeRemovalConflict(name: string, level: number | null): Problem {
  return level === null
    ? { title: removedByOtherMessage(name), detail: "There is nothing left to remove.", canRetry: false }
    : {
        title: changedByOtherMessage(name),
        detail: `The level is now ${levelLabel(level)}. Close this dialog to review the change.`,
        canRetry: false,
      };
}
