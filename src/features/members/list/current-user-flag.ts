import type { ExplicitMember } from "@/contract/members";
import { keepRaw } from "@/contract/parsers";
import { isOwn } from "@/features/members/model/member-rules";

const OWN = new WeakSet<ExplicitMember>();
const COPIES = new WeakMap<ExplicitMember, ExplicitMember>();

/** Whether a record was marked as the key holder's own. */
export function isMarkedOwn(member: ExplicitMember): boolean {
  return OWN.has(member);
}

/**
 * The same records, with the key holder's as a marked copy: what is found by `is:me` depends on somebody outside of the
 * record, and a search looks again only at records that are new to it.
 */
export function withOwnMarked(
  members: readonly ExplicitMember[],
  me: string | null,
): readonly ExplicitMember[] {
  const place = members.findIndex((member) => isOwn(member, { me }));
  const own = members[place];
  return own === undefined ? members : members.with(place, markedCopy(own));
}

function markedCopy(member: ExplicitMember): ExplicitMember {
  if (OWN.has(member)) return member;
  const copy = COPIES.get(member) ?? keepRaw(member, { ...member });
  COPIES.set(member, copy);
  OWN.add(copy);
  return copy;
}
