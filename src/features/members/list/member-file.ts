import type { ExplicitMember } from "@/contract/members";
import { rawOf } from "@/contract/parsers";
import { effectiveLevelOf, levelWords, whyLevel } from "@/data/changes/access-levels";
import { nameOf } from "@/features/members/model/member-rules";

type Cell = (member: ExplicitMember) => string | null;

const CELLS: Readonly<Record<string, Cell>> = {
  person: nameOf,
  email: ({ user }) => user?.email || null,
  level: ({ level }) => levelWords(level),
  organisation: (member) => levelWords(member.parent_level),
  effective: (member) => levelWords(effectiveLevelOf(member)),
  why: whyLevel,
  joined: ({ joined_at }) => joined_at,
  updated: ({ updated_at }) => updated_at,
  uuid: ({ user }) => user?.uuid ?? null,
};

const VERIFIED = {
  id: "verified",
  header: "Verified",
  text: ({ user }: ExplicitMember): string | null =>
    user?.is_email_verified == null ? null : user.is_email_verified ? "yes" : "no",
};

/** The columns of a file, in the order of those on the screen; the mark of an address is a column of its own. */
export function fileColumns(shown: readonly { readonly id: string; readonly header: string }[]) {
  return shown.flatMap(({ id, header }) => {
    const column = {
      id,
      header,
      text: (member: ExplicitMember): string | null => CELLS[id]?.(member) ?? null,
    };
    return id === "email" ? [column, VERIFIED] : [column];
  });
}

/** A record with every field as it was served. */
export function fileFields(member: ExplicitMember): Readonly<Record<string, unknown>> {
  const raw = rawOf(member);
  return typeof raw === "object" && raw !== null ? { ...raw } : { ...member };
}
