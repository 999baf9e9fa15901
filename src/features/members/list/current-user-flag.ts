import type { ExplicitMember } from "@/contract/members";
import { attachRaw } from "@/contract/parsers";
import { isOwnMembership } from "@/features/members/model/member-rules";

const MARKED_MEMBERS = new WeakSet<ExplicitMember>();
const MARKED_COPIES = new WeakMap<ExplicitMember, ExplicitMember>();

export function isMarkedAsCurrentUser(member: ExplicitMember): boolean {
  return MARKED_MEMBERS.has(member);
}

/**
 * Replaces the key owner's record with a marked copy. The copy is a new object, so the search index
 * treats the record as changed and evaluates `is:me` again.
 */
export function markCurrentUser(
  members: readonly ExplicitMember[],
  me: string | null,
): readonly ExplicitMember[] {
  const index = members.findIndex((member) => isOwnMembership(member, { me }));
  const currentMember = members[index];
  return currentMember === undefined ? members : members.with(index, getMarkedCopy(currentMember));
}

function getMarkedCopy(member: ExplicitMember): ExplicitMember {
  if (MARKED_MEMBERS.has(member)) return member;
  const copy = MARKED_COPIES.get(member) ?? attachRaw(member, { ...member });
  MARKED_COPIES.set(member, copy);
  MARKED_MEMBERS.add(copy);
  return copy;
}
