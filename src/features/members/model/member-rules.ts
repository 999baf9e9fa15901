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

/** What the records of a list are called where they are counted. */
export const MEMBER_NOUN = { singular: "member", plural: "members" };

/** The levels that can be given, lowest first. Others are shown, and can be put back by an undo. */
export const ASSIGNABLE_LEVELS = [MEMBER_LEVELS.member, MEMBER_LEVELS.administrator] as const;

const ADMINISTRATOR = MEMBER_LEVELS.administrator;

/** What a person calls a member. */
export function memberName({ user, id }: Pick<ExplicitMember, "user" | "id">): string {
  if (user === null) return `Former user (${id.slice(0, 8)})`;
  return personLabel(user) || user.uuid || "Unnamed user";
}

function isSameUuid(left: string | null | undefined, right: string | null): boolean {
  return left != null && right !== null && left.toLowerCase() === right.toLowerCase();
}

/** Tells a person apart among administrators, in whatever case a server writes the UUID. */
export function personKey(member: ExplicitMember): string {
  return memberId(member).toLowerCase();
}

/** What is known of who asks, and of who may manage the project. */
export interface CurrentPermissions {
  /** UUID of the key holder; null where the server does not say. */
  readonly me: string | null;
  /** What the key holder is in effect; null where it is not known. */
  readonly ownLevel: number | null;
  /** `personKey` of everybody who is known to be administrator in effect, members or not. */
  readonly administrators: ReadonlySet<string>;
}

/** Somebody of whom nothing is known: the server decides. */
export const UNKNOWN_PERMISSIONS: CurrentPermissions = {
  me: null,
  ownLevel: null,
  administrators: new Set(),
};

/** Somebody seen in the project or its organisation. */
interface OrganizationPerson {
  readonly uuid: string;
  readonly organizationLevel: number | null;
}

/**
 * What the loaded records tell of the key holder and the administrators.
 * @param holder who the key belongs to; null where nobody says
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

/** Whether it is the key holder's own membership. */
export function isOwnMembership(member: ExplicitMember, { me }: Pick<CurrentPermissions, "me">): boolean {
  return isSameUuid(member.user?.uuid, me);
}

/** What the person is in effect after a change: at an explicit level, or without one (null). Null where it is not known. */
export function effectiveLevelAfter(member: ExplicitMember, level: number | null): number | null {
  const parentLevel = member.parent_level;
  if (level === null) return inheritedLevel(parentLevel);
  if (parentLevel !== null) return Math.max(parentLevel, level);
  // The organisation may give more than a lower one.
  return level >= ADMINISTRATOR ? level : null;
}

/** Why the level cannot be set, as the server would refuse it or nobody should want it; undefined where it can. */
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

/** Why a level cannot be given by the key holder; undefined where it can. */
export function levelAboveOwnRefusal(level: number, { ownLevel }: CurrentPermissions): string | undefined {
  return ownLevel !== null && level > ownLevel ? levelAboveOwnMessage(ownLevel) : undefined;
}

/** Why the membership cannot be taken away; undefined where it can. */
export function removalRefusal(member: ExplicitMember, permissions: CurrentPermissions): string | undefined {
  // Removing oneself is always allowed.
  const refusal = isOwnMembership(member, permissions) ? undefined : changeRefusal(member, permissions);
  return refusal ?? lastAdministratorRefusal(member, null, permissions);
}

/** Why nobody can be added; undefined where the server may do it. */
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
  // Whoever may take the rights of others is an administrator too, and stays one.
  if (me !== null && !isOwnMembership(member, permissions)) return undefined;
  const isLast = administrators.size === 1 && administrators.has(personKey(member));
  if (!isLast || (effectiveLevelAfter(member, level) ?? 0) >= ADMINISTRATOR) return undefined;
  return lastAdministratorMessage(memberName(member));
}
