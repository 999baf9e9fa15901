import { VisuallyHidden } from "@mantine/core";
import { changeKindLabel, formatFieldChange } from "@/data/changes/change-labels";
import type { JournalEntry } from "@/data/journal/journal-entry";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { pluralize } from "@/lib/text/numbers";
import { toCivilDay } from "@/lib/time/calendar-days";
import { localZone } from "@/lib/time/dates";
import type { Column } from "@/ui/data-table/data-table-types";
import { timeColumn } from "@/ui/data-table/time-cell";
import { Status } from "@/ui/primitives/status";
import { ChevronRightIcon } from "@/ui/theme/icons";
import { getJournalEntryState, JOURNAL_STATE_LABELS, visibleChanges } from "./journal-labels";
import { describeBatchOutcome, formatBatchNames, formatJournalDay } from "./journal-messages";
import { type JournalRow, rowEntries } from "./journal-rows";
import classes from "./journal-table.module.css";

/** Returns the table columns. Times and days are relative to `now`. */
export function journalColumns(now: Date, names: ReferenceNames): readonly Column<JournalRow>[] {
  const describeChanges = (row: JournalRow) => {
    if (row.kind === "day") return "";
    return row.kind === "batch" ? formatBatchNames(row.entries) : changeSummary(row.entry, names);
  };
  const time = timeColumn(
    (row: JournalRow) => (row.kind === "day" ? null : (rowEntries(row)[0]?.at ?? null)),
    localZone(),
    now,
  );
  return [
    {
      id: "name",
      header: "Name",
      width: "24cqw",
      cell: (row) => <NameCell row={row} now={now} />,
      sortable: true,
    },
    {
      id: "kind",
      header: "Change",
      width: "120px",
      cell: (row) =>
        row.kind === "entry"
          ? changeKindLabel(row.entry)
          : pluralize(row.entries.length, "change", "changes"),
      sortable: true,
    },
    {
      id: "changes",
      header: "Before → after",
      narrow: "detail",
      cell: (row) => describeChanges(row) || (row.kind === "entry" ? "—" : null),
      fullText: (row) => describeChanges(row) || null,
    },
    {
      ...time,
      cell: (row) => (row.kind === "day" ? null : time.cell(row)),
      id: "at",
      header: "When",
      narrow: "end",
      sortable: true,
    },
    {
      id: "outcome",
      header: "Outcome",
      width: "132px",
      narrow: "aside",
      cell: (row) => <StateCell row={row} />,
      fullText: (row) => (row.kind === "batch" ? describeBatchOutcome(row.entries).label : null),
      sortable: true,
    },
  ];
}

function NameCell({ row, now }: { readonly row: JournalRow; readonly now: Date }) {
  if (row.kind === "day") {
    const today = toCivilDay(now.getTime(), localZone());
    return <strong className={classes.day}>{formatJournalDay(row.day, today)}</strong>;
  }
  if (row.kind === "entry") {
    return row.isPart ? <span className={classes.part}>{row.entry.name}</span> : row.entry.name;
  }
  return (
    <span className={classes.batch} data-open={row.isOpen || undefined}>
      <ChevronRightIcon size={14} />
      <span className={classes.label}>{row.batch.label}</span>
      <VisuallyHidden>{row.isOpen ? ", open" : ", closed"}</VisuallyHidden>
    </span>
  );
}

/** Formats the changes as one line. Omits the join date, which only the panel shows. */
function changeSummary(entry: JournalEntry, names: ReferenceNames): string {
  const changes = visibleChanges(entry).filter(({ field }) => field !== "joined_at");
  return changes.map((change) => formatFieldChange(change, names)).join("; ");
}

function StateCell({ row }: { readonly row: JournalRow }) {
  if (row.kind === "day") return null;
  if (row.kind === "batch") return <Status {...describeBatchOutcome(row.entries)} />;
  const { tone, label } = JOURNAL_STATE_LABELS[getJournalEntryState(row.entry)];
  return <Status tone={tone} label={label} />;
}
