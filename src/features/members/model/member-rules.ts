import type { ExplicitMember } from "@/contract/members";
import { MEMBER_LEVELS } from "@/contract/members";
import { getEffectiveLevel, inheritedLevel } from "@/data/changes/access-levels";
import { memberId } from "@/data/members/members";
import { personLabel } from "@/lib/text/person-label";
import {
  CURRENT_LEVEL,
  lastAdministratorMessage,
  levelAboveOwnMessage,
  memberAboveOwnMessage,
  notAdministratorMessage,
  OWN_LEVEL,
  UNKNOWN_USER,
} from "./member-messages";

export const MEMBER_NOUN = { singular: "member", plural: "members" };

/** Lowest first. Other levels are displayed and can only be restored by an undo. */
export const ASSIGNABLE_LEVELS = [MEMBER_LEVELS.member, MEMBER_LEVELS.administrator] as const;

const ADMINISTRATOR = MEMBER_LEVELS.administrator;

export function memberName({ user, id }: Pick<ExplicitMember, "user" | "id">): string {
  if (user === null) return `Former user (${id.slice(0, 8)})`;
  return personLabel(user) || user.uuid || "Unnamed user";
}

function isSameUuid(left: string | null | undefined, right: string | null): boolean {
  return left != null && right !== null && left.toLowerCase() === right.toLowerCase();
}

/** Returns a case-insensitive ID. */
export function personKey(member: ExplicitMember): string {
  return memberId(member).toLowerCase();
}

/** Facts about the key holder and the administrators. */
export interface CurrentPermissions {
  /** UUID of the key holder; null if unknown. */
  readonly me: string | null;
  /** Effective level of the key holder; null if unknown. */
  readonly ownLevel: number | null;
  /** `personKey` of all known administrators by effective level, members or not. */
  readonly administrators: ReadonlySet<string>;
}

/** Allows everything and leaves the decision to the server. */
export const UNKNOWN_PERMISSIONS: CurrentPermissions = {
  me: null,
  ownLevel: null,
  administrators: new Set(),
};

interface OrganizationPerson {
  readonly uuid: string;
  readonly organizationLevel: number | null;
}

/**
 * Derives the permissions from loaded records.
 * @param keyHolder null if unknown
 */
export function getCurrentPermissions(
  keyHolder: { readonly uuid: string } | null,
  members: readonly ExplicitMember[],
  people: readonly OrganizationPerson[],
): CurrentPermissions {
  const me = keyHolder?.uuid ?? null;
  const ownMember = members.find(({ user }) => isSameUuid(user?.uuid, me));
  const organizationLevel = people.find(({ uuid }) => isSameUuid(uuid, me))?.organizationLevel ?? null;
  const levels = [ownMember === undefined ? null : getEffectiveLevel(ownMember), organizationLevel];
  const knownLevels = levels.filter((level) => level !== null);
  return {
    me,
    ownLevel: knownLevels.length === 0 ? null : Math.max(...knownLevels),
    administrators: new Set([
      ...members.filter((member) => getEffectiveLevel(member) >= ADMINISTRATOR).map(personKey),
      ...people
        .filter(({ organizationLevel: level }) => (level ?? 0) >= ADMINISTRATOR)
        .map(({ uuid }) => uuid.toLowerCase()),
    ]),
  };
}

export function isOwnMembership(member: ExplicitMember, { me }: Pick<CurrentPermissions, "me">): boolean {
  return isSameUuid(member.user?.uuid, me);
}

/**
 * Returns the effective level after a change, or null if unknown.
 * @param level new explicit level; null for none
 */
export function effectiveLevelAfter(member: ExplicitMember, level: number | null): number | null {
  const parentLevel = member.parent_level;
  if (level === null) return inheritedLevel(parentLevel);
  if (parentLevel !== null) return Math.max(parentLevel, level);
  // The unknown organization level may be higher.
  return level >= ADMINISTRATOR ? level : null;
}

/** Returns why a level can't be set, or undefined if it can. */
export function levelRefusal(
  member: ExplicitMember,
  level: number,
  permissions: CurrentPermissions,
): string | undefined {
  if (level === member.level) return CURRENT_LEVEL;
  if (isOwnMembership(member, permissions)) return OWN_LEVEL;
  return (
    changeRefusal(member, permissions) ??
    levelAboveOwnRefusal(level, permissions) ??
    lastAdministratorRefusal(member, level, permissions)
  );
}

/** Returns why the key holder can't grant a level, or undefined if they can. */
export function levelAboveOwnRefusal(level: number, { ownLevel }: CurrentPermissions): string | undefined {
  return ownLevel !== null && level > ownLevel ? levelAboveOwnMessage(ownLevel) : undefined;
}

/** Returns why a member can't be removed, or undefined if they can. */
export function removalRefusal(member: ExplicitMember, permissions: CurrentPermissions): string | undefined {
  // The server allows everyone to remove themselves.
  const refusal = isOwnMembership(member, permissions) ? undefined : changeRefusal(member, permissions);
  return refusal ?? lastAdministratorRefusal(member, null, permissions);
}

/** Returns why the key holder can't manage members, or undefined if they may. */
export function addRefusal({ ownLevel }: CurrentPermissions): string | undefined {
  return ownLevel !== null && ownLevel < ADMINISTRATOR ? notAdministratorMessage(ownLevel) : undefined;
}

function changeRefusal(member: ExplicitMember, permissions: CurrentPermissions): string | undefined {
  if (member.user?.uuid == null) return UNKNOWN_USER;
  const { ownLevel } = permissions;
  const effective = getEffectiveLevel(member);
  const isAbove = ownLevel !== null && effective > ownLevel;
  return (
    addRefusal(permissions) ??
    (isAbove ? memberAboveOwnMessage(memberName(member), effective, ownLevel) : undefined)
  );
}

function lastAdministratorRefusal(
  member: ExplicitMember,
  level: number | null,
  permissions: CurrentPermissions,
): string | undefined {
  const { administrators, me } = permissions;
  // Only an administrator can change others, so at least the key holder remains.
  if (me !== null && !isOwnMembership(member, permissions)) return undefined;
  const isLast = administrators.size === 1 && administrators.has(personKey(member));
  if (!isLast || (effectiveLevelAfter(member, level) ?? 0) >= ADMINISTRATOR) return undefined;
  return lastAdministratorMessage(memberName(member));
}
