import { changeKindLabel, formatFieldChange } from "@/data/changes/change-labels";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { localZone } from "@/lib/time/dates";
import type { Column } from "@/ui/data-table/data-table-types";
import { timeColumn } from "@/ui/data-table/time-cell";
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
      narrow: "detail",
      cell: (entry) => changeSummary(entry) || "—",
    },
    {
      ...timeColumn(({ at }) => at, localZone(), now),
      id: "at",
      header: "When",
      narrow: "end",
      sortable: true,
    },
    {
      id: "outcome",
      header: "Outcome",
      width: "150px",
      narrow: "aside",
      cell: (entry) => <StateCell entry={entry} />,
      sortable: true,
    },
  ];
}

/** Leaves out the join date, which only the panel shows. */
function changeSummary(entry: JournalEntry): string {
  const changes = visibleChanges(entry).filter(({ field }) => field !== "joined_at");
  return changes.map((change) => formatFieldChange(change)).join("; ");
}

function StateCell({ entry }: { readonly entry: JournalEntry }) {
  const { tone, label } = JOURNAL_STATE_LABELS[getJournalEntryState(entry)];
  return <Status tone={tone} label={label} />;
}
