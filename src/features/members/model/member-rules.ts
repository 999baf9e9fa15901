import { type ExplicitMember, MEMBER_LEVELS } from "@/api/members";
import { createListUrlMemory } from "@/data/browser-storage/local-storage";
import type { Levels } from "@/data/changes/access-levels";
import {
  effectiveLevelAfter,
  getEffectiveLevel,
  inheritedReasonLabel,
  levelLabel,
} from "@/data/changes/access-levels";
import type { ProjectAccess } from "@/data/members/access-controls";
import { memberId } from "@/data/members/members";
import { personLabel } from "@/lib/text/normalize-text";
import { type ListSearchParams, parseListSearchParams } from "@/lib/url/url-state";
import { createCollectionSearch } from "@/ui/collection-table/collection-search";

const OWN_LEVEL = "You can't change your own level. Ask another administrator.";

export const MEMBER_NOUN = { singular: "member", plural: "members" };

/**
 * Lowest first. Used unless the server lists its levels. Other levels are displayed, but only an undo can restore them.
 */
const ASSIGNABLE_LEVELS: readonly number[] = [MEMBER_LEVELS.member, MEMBER_LEVELS.administrator];

const ADMINISTRATOR = MEMBER_LEVELS.administrator;

export function memberName({ user, id }: Pick<ExplicitMember, "user" | "id">): string {
  if (user === null) return `Former user (${id.slice(0, 8)})`;
  return personLabel(user) || user.uuid || "Unnamed user";
}

function isSameUuid(left: string | null | undefined, right: string | null): boolean {
  return left != null && right !== null && left.toLowerCase() === right.toLowerCase();
}

/** A member, or a person without an explicit level. */
export type LeveledPerson = Levels & Pick<ExplicitMember, "id" | "user">;

/** Returns the member's ID in lowercase. */
export function personKey(member: Pick<ExplicitMember, "id" | "user">): string {
  return memberId(member).toLowerCase();
}

/** Permissions of the key's owner, and the known administrators. */
export interface CurrentPermissions {
  /** UUID of the key's owner, or null when unknown. */
  readonly me: string | null;
  /** Effective level of the key's owner, or null when unknown. */
  readonly ownLevel: number | null;
  /**
   * `personKey` of everyone whose known effective level is administrator or higher. Includes people
   * without an explicit level.
   */
  readonly administrators: ReadonlySet<string>;
  /** Whether the key's owner may change access. Null when the server doesn't report it. */
  readonly canEdit: boolean | null;
  /** Available levels, lowest first. */
  readonly levels: readonly number[];
}

/** Permissions that allow everything, so that the server decides. */
export const UNKNOWN_PERMISSIONS: CurrentPermissions = {
  me: null,
  ownLevel: null,
  administrators: new Set(),
  canEdit: null,
  levels: ASSIGNABLE_LEVELS,
};

interface OrganizationPerson {
  readonly uuid: string;
  readonly organizationLevel: number | null;
}

/**
 * Derives permissions from loaded records.
 * @param keyHolder null when unknown
 * @param access the server's report about the project, or undefined on servers with explicit members
 */
export function getCurrentPermissions(
  keyHolder: { readonly uuid: string } | null,
  members: readonly ExplicitMember[],
  people: readonly OrganizationPerson[],
  access?: Pick<ProjectAccess, "canEdit" | "levels">,
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
      ...members.filter((member) => (getEffectiveLevel(member) ?? 0) >= ADMINISTRATOR).map(personKey),
      ...people
        .filter(({ organizationLevel: level }) => (level ?? 0) >= ADMINISTRATOR)
        .map(({ uuid }) => uuid.toLowerCase()),
    ]),
    canEdit: access?.canEdit ?? null,
    levels: access?.levels ?? ASSIGNABLE_LEVELS,
  };
}

export function isOwnMembership(
  member: Pick<ExplicitMember, "user">,
  { me }: Pick<CurrentPermissions, "me">,
): boolean {
  return isSameUuid(member.user?.uuid, me);
}

/** Returns why a level can't be set. Undefined if it can. */
export function levelRefusal(
  member: LeveledPerson,
  level: number,
  permissions: CurrentPermissions,
): string | undefined {
  if (level === member.level) return "This is the current level.";
  if (isOwnMembership(member, permissions)) return OWN_LEVEL;
  return (
    changeRefusal(member, permissions) ??
    limitRefusal(member, level) ??
    levelAboveOwnRefusal(level, permissions) ??
    lastAdministratorRefusal(member, level, permissions)
  );
}

/** Returns why the server's limits don't allow a level. Undefined if they do. */
function limitRefusal(member: LeveledPerson, level: number): string | undefined {
  const { inherited_access: inherited } = member;
  const { minimum = null, maximum = null } = inherited ?? {};
  if (inherited && minimum !== null && level < minimum)
    return `${memberName(member)} has at least ${levelLabel(minimum)} access (${inheritedReasonLabel(inherited)}).`;
  return maximum !== null && level > maximum
    ? `The server limits ${memberName(member)} to ${levelLabel(maximum)} access.`
    : undefined;
}

/**
 * Returns why a level above the key owner's own level can't be granted. Undefined for other levels,
 * and if the server reports `canEdit`.
 */
export function levelAboveOwnRefusal(
  level: number,
  { ownLevel, canEdit }: CurrentPermissions,
): string | undefined {
  return canEdit === null && ownLevel !== null && level > ownLevel
    ? `You can't set a level above your own (${levelLabel(ownLevel)}).`
    : undefined;
}

/** Returns why a member can't be removed. Undefined if they can. */
export function removalRefusal(member: ExplicitMember, permissions: CurrentPermissions): string | undefined {
  if (!isOwnMembership(member, permissions)) {
    return changeRefusal(member, permissions) ?? lastAdministratorRefusal(member, null, permissions);
  }
  // With access controls, nobody can change their own rule. On other servers, everyone except the
  // last administrator can remove themselves.
  return member.inherited_access ? OWN_LEVEL : lastAdministratorRefusal(member, null, permissions);
}

/** Returns why the key's owner can't manage members. Undefined if they can. */
export function addRefusal({ ownLevel, canEdit }: CurrentPermissions): string | undefined {
  if (canEdit !== null)
    return canEdit ? undefined : "You can't change access in this project. Ask an administrator.";
  return ownLevel !== null && ownLevel < ADMINISTRATOR
    ? `Only administrators can manage members. Your level is ${levelLabel(ownLevel)}.`
    : undefined;
}

function changeRefusal(member: LeveledPerson, permissions: CurrentPermissions): string | undefined {
  if (member.user?.uuid == null) return "The server didn't return this user, so the level can't be changed.";
  const { ownLevel, canEdit } = permissions;
  const effective = getEffectiveLevel(member);
  const isAbove = canEdit === null && ownLevel !== null && effective !== null && effective > ownLevel;
  return (
    addRefusal(permissions) ??
    (isAbove
      ? `You can't change ${memberName(member)}, whose level (${levelLabel(effective)}) is above yours (${levelLabel(ownLevel)}).`
      : undefined)
  );
}

function lastAdministratorRefusal(
  member: LeveledPerson,
  level: number | null,
  permissions: CurrentPermissions,
): string | undefined {
  const { administrators, me } = permissions;
  // With access controls, organization administrators always have access.
  if (member.inherited_access) return undefined;
  // Only administrators can change other members, so the key's owner remains an administrator.
  if (me !== null && !isOwnMembership(member, permissions)) return undefined;
  const isLast = administrators.size === 1 && administrators.has(personKey(member));
  if (!isLast || (effectiveLevelAfter(member, level) ?? 0) >= ADMINISTRATOR) return undefined;
  return `${memberName(member)} is the last known administrator. Make someone else an administrator first.`;
}

export const memberSearch = createCollectionSearch(() =>
  import("@/features/members/list/member-search").then(({ MEMBER_SEARCH }) => MEMBER_SEARCH),
);
export const { load: loadMemberSearch } = memberSearch;

/** Former ID of the organization column, in links and saved views from earlier versions. */
const FORMER_COLUMN = "organisation";

/** Parses search parameters. Ignores invalid values. */
export function parseMemberListFilters(params: URLSearchParams): ListSearchParams {
  const current = new URLSearchParams(params);
  for (const name of ["cols", "sort"]) {
    const ids = params.get(name);
    if (ids !== null) current.set(name, ids.replace(FORMER_COLUMN, "organization"));
  }
  return parseListSearchParams(current);
}

export const REDUNDANT_QUERY = "is:redundant";

/** Stores the list's URL, so that other pages can link back to it. */
export const { useRememberListUrl: useRememberMemberList, useLastListUrl: useLastMemberList } =
  createListUrlMemory<ListSearchParams>();
