import { getRaw } from "@/api/parsers";
import { useApi } from "@/data/backend/backend";
import { explainLevel, getEffectiveLevel, levelLabel } from "@/data/changes/access-levels";
import { memberName } from "@/features/members/model/member-rules";
import { toFileColumns } from "@/lib/file/file-chunk";
import type { ListDownload } from "@/ui/collection-table/collection-table";
import { DownloadMenu } from "@/ui/download/download-menu";
import type { ListedPerson } from "./listed-people";

export function MemberListDownload({ columns, now, ...list }: ListDownload<ListedPerson>) {
  const { projectId } = useApi();
  return (
    <DownloadMenu
      {...list}
      title="Download members"
      columns={memberFileColumns(columns)}
      getAllFields={memberFileFields}
      fileName={`Members of project ${projectId} ${now.toISOString().slice(0, 10)}`}
    />
  );
}

const CELL_FORMATTERS: Readonly<Record<string, (member: ListedPerson) => string | null>> = {
  person: memberName,
  email: ({ user }) => user?.email || null,
  level: ({ level }) => (level === null ? null : levelLabel(level)),
  organization: (member) => levelLabel(member.parent_level),
  effective: (member) => levelLabel(getEffectiveLevel(member)),
  why: explainLevel,
  joined: ({ joined_at }) => joined_at,
  updated: ({ updated_at }) => updated_at,
  verified: ({ user }) => (user?.is_email_verified == null ? null : user.is_email_verified ? "yes" : "no"),
  uuid: ({ user }) => user?.uuid ?? null,
};

/** Returns the visible columns. Adds a column for email verification after the email column. */
export function memberFileColumns(
  visibleColumns: readonly { readonly id: string; readonly header: string }[],
) {
  const columns = visibleColumns.flatMap((column) =>
    column.id === "email" ? [column, { id: "verified", header: "Verified" }] : [column],
  );
  return toFileColumns(columns, CELL_FORMATTERS);
}

export function memberFileFields(member: ListedPerson): Readonly<Record<string, unknown>> {
  const raw = getRaw(member);
  return typeof raw === "object" && raw !== null ? { ...raw } : { ...member };
}
