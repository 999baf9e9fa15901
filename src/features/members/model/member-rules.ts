import type { ExplicitMember } from "@/contract/members";
import { MEMBER_LEVELS } from "@/contract/members";
import {
  effectiveLevelOf,
  isRedundant,
  keptWithout,
  levelWithout,
  levelWords,
} from "@/data/changes/access-levels";
import { memberId } from "@/data/members/members";
import { personLabel } from "@/lib/text/person-label";

/** What the records of a list are called where they are counted. */
export const MEMBERS = { one: "member", other: "members" };

/** The levels that can be given, lowest first. Others are shown, and can be put back by an undo. */
export const GIVEN_LEVELS = [MEMBER_LEVELS.member, MEMBER_LEVELS.administrator] as const;

const ADMINISTRATOR = MEMBER_LEVELS.administrator;

/** What a person calls a member. */
export function nameOf({ user, id }: Pick<ExplicitMember, "user" | "id">): string {
  if (user === null) return `Somebody who left (${id.slice(0, 8)})`;
  return personLabel(user) || user.uuid || "Somebody without a name";
}

function isSame(one: string | null | undefined, other: string | null): boolean {
  return one != null && other !== null && one.toLowerCase() === other.toLowerCase();
}

/** Tells a person apart among administrators, in whatever case a server writes the UUID. */
export function personKey(member: ExplicitMember): string {
  return memberId(member).toLowerCase();
}

/** What is known of who asks, and of who may manage the project. */
export interface Standing {
  /** UUID of the key holder; null where the server does not say. */
  readonly me: string | null;
  /** What the key holder is in effect; null where it is not known. */
  readonly ownLevel: number | null;
  /** `personKey` of everybody who is known to be administrator in effect, members or not. */
  readonly administrators: ReadonlySet<string>;
}

/** Somebody of whom nothing is known: the server decides. */
export const UNKNOWN_STANDING: Standing = { me: null, ownLevel: null, administrators: new Set() };

/** Somebody seen in the project or its organisation. */
interface PersonLevel {
  readonly uuid: string;
  readonly organizationLevel: number | null;
}

/**
 * What the loaded records tell of the key holder and the administrators.
 * @param holder who the key belongs to; null where nobody says
 */
export function standingOf(
  holder: { readonly uuid: string } | null,
  members: readonly ExplicitMember[],
  people: readonly PersonLevel[],
): Standing {
  const me = holder?.uuid ?? null;
  const own = members.find(({ user }) => isSame(user?.uuid, me));
  const inOrganization = people.find(({ uuid }) => isSame(uuid, me))?.organizationLevel ?? null;
  const levels = [own === undefined ? null : effectiveLevelOf(own), inOrganization];
  const known = levels.filter((level) => level !== null);
  return {
    me,
    ownLevel: known.length === 0 ? null : Math.max(...known),
    administrators: new Set([
      ...members.filter((member) => effectiveLevelOf(member) >= ADMINISTRATOR).map(personKey),
      ...people
        .filter(({ organizationLevel: level }) => (level ?? 0) >= ADMINISTRATOR)
        .map(({ uuid }) => uuid.toLowerCase()),
    ]),
  };
}

/** Whether it is the key holder's own membership. */
export function isOwn(member: ExplicitMember, { me }: Pick<Standing, "me">): boolean {
  return isSame(member.user?.uuid, me);
}

/** Which of the two decides, in a word. */
export function sourceWord(member: ExplicitMember): string {
  const effective = effectiveLevelOf(member);
  if (isRedundant(member)) return "Organisation";
  if (effective === member.level) return "Explicit";
  return effective === member.parent_level ? "Both" : "Not said";
}

/** What the person is in effect after a change: at an explicit level, or without one (null). Null where it is not known. */
export function effectiveAfter(member: ExplicitMember, level: number | null): number | null {
  const parent = member.parent_level;
  if (level === null) return levelWithout(parent);
  if (parent !== null) return Math.max(parent, level);
  // The organisation may give more than a lower one.
  return level >= ADMINISTRATOR ? level : null;
}

/** Why the level cannot be set, as the server would refuse it or nobody should want it; undefined where it can. */
export function levelRefusal(member: ExplicitMember, level: number, standing: Standing): string | undefined {
  if (level === member.level) return "This is the level now.";
  if (isOwn(member, standing)) return "Nobody can set their own level. Ask another administrator.";
  return (
    writeRefusal(member, standing) ?? levelAboveOwn(level, standing) ?? lastRefusal(member, level, standing)
  );
}

/** Why a level cannot be given by the key holder; undefined where it can. */
export function levelAboveOwn(level: number, { ownLevel }: Standing): string | undefined {
  return ownLevel !== null && level > ownLevel
    ? `You can give levels up to your own, ${levelWords(ownLevel)}.`
    : undefined;
}

/** Why the membership cannot be taken away; undefined where it can. */
export function removalRefusal(member: ExplicitMember, standing: Standing): string | undefined {
  // Removing oneself is always allowed.
  const refusal = isOwn(member, standing) ? undefined : writeRefusal(member, standing);
  return refusal ?? lastRefusal(member, null, standing);
}

/** Why nobody can be added; undefined where the server may do it. */
export function addRefusal({ ownLevel }: Standing): string | undefined {
  return ownLevel !== null && ownLevel < ADMINISTRATOR
    ? `Only administrators can change who has access; you are ${levelWords(ownLevel)} here.`
    : undefined;
}

function writeRefusal(member: ExplicitMember, standing: Standing): string | undefined {
  if (member.user?.uuid == null) {
    return "The server does not say who this is, so there is no address to change it at.";
  }
  const { ownLevel } = standing;
  const effective = effectiveLevelOf(member);
  const isAbove = ownLevel !== null && effective > ownLevel;
  return (
    addRefusal(standing) ??
    (isAbove
      ? `${nameOf(member)} stands above you: ${levelWords(effective)}, while you are ${levelWords(ownLevel)}.`
      : undefined)
  );
}

function lastRefusal(member: ExplicitMember, level: number | null, standing: Standing): string | undefined {
  const { administrators, me } = standing;
  // Whoever may take the rights of others is an administrator too, and stays one.
  if (me !== null && !isOwn(member, standing)) return undefined;
  const isLast = administrators.size === 1 && administrators.has(personKey(member));
  if (!isLast || (effectiveAfter(member, level) ?? 0) >= ADMINISTRATOR) return undefined;
  return `${nameOf(member)} is the last administrator known here. Make somebody else one first.`;
}

/** What somebody keeps when their membership is taken away. */
export function keepsWords(member: ExplicitMember): string {
  const parent = member.parent_level;
  if (parent === null || levelWithout(parent) === MEMBER_LEVELS.none) {
    return keptWithout({ parent_level: parent });
  }
  const kept = `They keep ${levelWords(parent)} through the organisation`;
  return parent >= effectiveLevelOf(member) ? `${kept}, so nothing changes for them.` : `${kept}.`;
}
