import { attachRaw } from "@/api/parsers";
import { isOwnMembership } from "@/features/members/model/member-rules";
import type { ListedPerson } from "./listed-people";

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
