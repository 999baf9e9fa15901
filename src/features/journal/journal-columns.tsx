import { changeKindLabel, formatFieldChange } from "@/data/changes/change-labels";
import type { JournalEntry } from "@/data/journal/journal-entry";
import type { Column } from "@/ui/data-table/data-table-types";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { Status } from "@/ui/primitives/status";
import { getJournalEntryState, JOURNAL_STATE_LABELS, visibleChanges } from "./journal-labels";

/** Returns the table columns. Relative times are computed from `now`. */
export function journalColumns(now: Date): readonly Column<JournalEntry>[] {
  return [
    { id: "name", header: "Name", width: "24%", cell: ({ name }) => name, sortable: true },
    { id: "kind", header: "Change", width: "104px", cell: changeKindLabel, sortable: true },
    {
      id: "changes",
      header: "Before → after",
      cell: (entry) => changeSummary(entry) || "—",
    },
    {
      id: "at",
      header: "When",
      width: "130px",
      cell: ({ at }) => <TimeStamp iso={at} now={now} />,
      sortable: true,
    },
    {
      id: "outcome",
      header: "Outcome",
      width: "150px",
      cell: (entry) => <StateCell entry={entry} />,
      sortable: true,
    },
  ];
}

/** Leaves out the join date, which only the panel shows. */
function changeSummary(entry: JournalEntry): string {
  const changes = visibleChanges(entry).filter(({ field }) => field !== "joined_at");
  return changes.map(formatFieldChange).join("; ");
}

function StateCell({ entry }: { readonly entry: JournalEntry }) {
  const { tone, label } = JOURNAL_STATE_LABELS[getJournalEntryState(entry)];
  return <Status tone={tone} label={label} />;
}
