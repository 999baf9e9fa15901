import type { ExplicitMember } from "@/contract/members";
import { getEffectiveLevel, levelLabel } from "@/data/changes/access-levels";
import { LevelCell } from "@/features/members/level/level-control";
import { AccessReasonCell, EmailCell, PersonCell } from "@/features/members/parts/person-cells";
import type { Column } from "@/ui/data-table/data-table-types";
import { TimeStamp } from "@/ui/feedback/time-stamp";

/** Column that can't be hidden. */
export const MEMBER_LEAD_COLUMN = "person";

export const DEFAULT_MEMBER_COLUMNS = [
  "email",
  "level",
  "organisation",
  "effective",
  "why",
  "joined",
  "updated",
] as const;

/** Storage key of the column widths. */
export const MEMBER_WIDTHS_KEY = "members";

/** Returns all columns. Times are relative to `now`, in `zone` (IANA). */
export function memberColumns(zone: string, now: Date): readonly Column<ExplicitMember>[] {
  const formatMoment = (iso: string | null) => <TimeStamp iso={iso} zone={zone} now={now} />;
  const columns: readonly Column<ExplicitMember>[] = [
    {
      id: MEMBER_LEAD_COLUMN,
      header: "Person",
      width: "14%",
      cell: (member) => <PersonCell member={member} />,
    },
    { id: "email", header: "Email", width: "15%", cell: (member) => <EmailCell member={member} /> },
    { id: "level", header: "Explicit", width: "136px", cell: (member) => <LevelCell member={member} /> },
    {
      id: "organisation",
      header: "Organization",
      width: "126px",
      cell: (member) => levelLabel(member.parent_level),
    },
    {
      id: "effective",
      header: "Effective",
      width: "122px",
      cell: (member) => levelLabel(getEffectiveLevel(member)),
    },
    { id: "why", header: "Reason", cell: (member) => <AccessReasonCell member={member} /> },
    { id: "joined", header: "Joined", width: "118px", cell: (member) => formatMoment(member.joined_at) },
    {
      id: "updated",
      header: "Updated",
      width: "122px",
      phone: "hidden",
      cell: (member) => formatMoment(member.updated_at),
    },
    { id: "uuid", header: "UUID", width: "20%", cell: ({ user }) => user?.uuid ?? "—" },
  ];
  return columns.map((column) => ({ ...column, sortable: true }));
}
