import { getRaw } from "@/contract/parsers";
import { explainLevel, getEffectiveLevel, levelLabel } from "@/data/changes/access-levels";
import { memberName } from "@/features/members/model/member-rules";
import type { ListedPerson } from "./listed-people";

type CellFormatter = (member: ListedPerson) => string | null;

const CELL_FORMATTERS: Readonly<Record<string, CellFormatter>> = {
  person: memberName,
  email: ({ user }) => user?.email || null,
  level: ({ level }) => (level === null ? null : levelLabel(level)),
  organization: (member) => levelLabel(member.parent_level),
  effective: (member) => levelLabel(getEffectiveLevel(member)),
  why: explainLevel,
  joined: ({ joined_at }) => joined_at,
  updated: ({ updated_at }) => updated_at,
  uuid: ({ user }) => user?.uuid ?? null,
};

const VERIFIED_COLUMN = {
  id: "verified",
  header: "Verified",
  text: ({ user }: ListedPerson): string | null =>
    user?.is_email_verified == null ? null : user.is_email_verified ? "yes" : "no",
};

/** Returns the visible columns. Adds a column for email verification after the email column. */
export function memberFileColumns(
  visibleColumns: readonly { readonly id: string; readonly header: string }[],
) {
  return visibleColumns.flatMap(({ id, header }) => {
    const column = {
      id,
      header,
      text: (member: ListedPerson): string | null => CELL_FORMATTERS[id]?.(member) ?? null,
    };
    return id === "email" ? [column, VERIFIED_COLUMN] : [column];
  });
}

export function memberFileFields(member: ListedPerson): Readonly<Record<string, unknown>> {
  const raw = getRaw(member);
  return typeof raw === "object" && raw !== null ? { ...raw } : { ...member };
}
