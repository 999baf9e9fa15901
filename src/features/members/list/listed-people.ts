import { useMemo } from "react";
import { type ExplicitMember, MEMBER_LEVELS } from "@/api/members";
import { attachRaw, type UserSummary } from "@/api/parsers";
import type { Levels } from "@/data/changes/access-levels";
import type { CollectionState } from "@/data/collection/collection";
import { useIsProjectOpen, withProjectOpenness } from "@/data/members/members";
import type { AccessContext, KnownPerson } from "@/data/people/known-people";
import {
  accessLevelOf,
  otherLevelsOf,
  useIsOrganizationLoaded,
  useKnownPeople,
} from "@/data/people/known-people";
import { isOwnMembership } from "@/features/members/model/member-rules";

/** A person whose access doesn't come from an explicit level. */
export type PersonWithoutLevel = Levels & {
  readonly level: null;
  readonly id: string;
  readonly user: UserSummary;
  readonly joined_at: null;
  readonly updated_at: null;
};

/** A row of the member list. */
export type ListedPerson = ExplicitMember | PersonWithoutLevel;

export function hasExplicitLevel(person: ListedPerson): person is ExplicitMember {
  return person.level !== null;
}

/** Returns the people who have access without an explicit level. Includes unknown access that the server reports. */
function listPeopleWithoutLevel(
  people: readonly KnownPerson[],
  context: AccessContext,
): readonly PersonWithoutLevel[] {
  return people.flatMap((person) => {
    const level = accessLevelOf(person, context);
    const isUnknown = level === null && person.inheritedAccess !== undefined;
    if (person.isMember || level === MEMBER_LEVELS.none || (level === null && !isUnknown)) return [];
    const { uuid, name, email, isVerified } = person;
    const user = {
      id: null,
      uuid,
      distinct_id: null,
      first_name: name === email || name === uuid ? "" : name,
      last_name: "",
      email,
      is_email_verified: isVerified,
      role_at_organization: null,
    };
    const others = otherLevelsOf(person, context);
    return [
      { ...others, id: uuid, user, level: null, effective_level: level, joined_at: null, updated_at: null },
    ];
  });
}

/**
 * Returns the explicit members, then everyone else who has access. Other people are added when the list of explicit
 * members is complete.
 */
export function useListedPeople(members: CollectionState<ExplicitMember>): readonly ListedPerson[] {
  const people = useKnownPeople();
  const isProjectOpen = useIsProjectOpen(members);
  const isEveryone = useIsOrganizationLoaded();
  const { records, phase } = members;
  return useMemo(() => {
    if (phase !== "complete") return records;
    const explicit = isProjectOpen ? records.map((each) => withProjectOpenness(each, true)) : records;
    const others = listPeopleWithoutLevel(people, { isProjectOpen, isEveryone });
    return others.length === 0 ? explicit : [...explicit, ...others];
  }, [records, phase, people, isProjectOpen, isEveryone]);
}

const MARKED_MEMBERS = new WeakSet<ListedPerson>();
const MARKED_COPIES = new WeakMap<ListedPerson, ListedPerson>();

export function isMarkedAsCurrentUser(member: ListedPerson): boolean {
  return MARKED_MEMBERS.has(member);
}

/**
 * Replaces the key owner's record with a marked copy. The copy is a new object, so the search index
 * treats the record as changed and evaluates `is:me` again.
 */
export function markCurrentUser(
  members: readonly ListedPerson[],
  me: string | null,
): readonly ListedPerson[] {
  const index = members.findIndex((member) => isOwnMembership(member, { me }));
  const currentMember = members[index];
  return currentMember === undefined ? members : members.with(index, getMarkedCopy(currentMember));
}

function getMarkedCopy(member: ListedPerson): ListedPerson {
  if (MARKED_MEMBERS.has(member)) return member;
  const copy = MARKED_COPIES.get(member) ?? attachRaw(member, { ...member });
  MARKED_COPIES.set(member, copy);
  MARKED_MEMBERS.add(copy);
  return copy;
}
