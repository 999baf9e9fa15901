import { explainLevel, getEffectiveLevel, levelLabel } from "@/data/changes/access-levels";
import { LevelCell } from "@/features/members/level/level-cell";
import { accessSourceLabel } from "@/features/members/model/member-messages";
import { EmailCell, PersonCell } from "@/features/members/parts/person-cells";
import type { Column } from "@/ui/data-table/data-table-types";
import { dayColumn } from "@/ui/data-table/time-cell";
import { hasExplicitLevel, type ListedPerson } from "./listed-people";

/** Columns without values on servers with access controls. */
const DATE_COLUMNS: readonly string[] = ["joined", "updated"];

/**
 * Returns the available columns, without dates unless `hasDates` is true. Times are relative to
 * `now`, in the IANA time zone `zone`.
 */
export function memberColumns(zone: string, now: Date, hasDates: boolean): readonly Column<ListedPerson>[] {
  const columns: readonly Column<ListedPerson>[] = [
    {
      id: "person",
      header: "Person",
      width: "clamp(150px, 15cqw, 240px)",
      cell: (member) => <PersonCell member={member} />,
    },
    {
      id: "email",
      header: "Email",
      narrow: "detail",
      cell: (member) => <EmailCell member={member} />,
    },
    {
      id: "level",
      header: "Explicit",
      width: "132px",
      cell: (member) => (hasExplicitLevel(member) ? <LevelCell member={member} /> : "None"),
    },
    {
      id: "organization",
      header: "Organization",
      width: "112px",
      wideOnly: true,
      cell: (member) => levelLabel(member.parent_level),
    },
    {
      id: "effective",
      header: "Effective",
      width: "112px",
      narrow: "end",
      cell: (member) => levelLabel(getEffectiveLevel(member)),
      filter: (member) => {
        const level = getEffectiveLevel(member);
        return level === null ? null : { field: "effective", value: level, label: "this effective level" };
      },
    },
    {
      id: "why",
      header: "Reason",
      width: hasDates ? "106px" : "clamp(106px, 19cqw, 214px)",
      cell: accessSourceLabel,
      fullText: explainLevel,
    },
    {
      ...dayColumn((member) => member.joined_at, zone, now),
      id: "joined",
      header: "Joined",
      wideOnly: true,
    },
    {
      ...dayColumn((member) => member.updated_at, zone, now),
      id: "updated",
      header: "Updated",
      wideOnly: true,
    },
    { id: "uuid", header: "UUID", isOptional: true, width: "20cqw", cell: ({ user }) => user?.uuid ?? "—" },
  ];
  return columns
    .filter(({ id }) => hasDates || !DATE_COLUMNS.includes(id))
    .map((column) => ({ ...column, sortable: true }));
}
