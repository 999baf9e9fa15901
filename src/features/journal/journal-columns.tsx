import { VisuallyHidden } from "@mantine/core";
import { changeKindLabel, formatFieldChange } from "@/data/changes/change-labels";
import type { ChangeBatch, JournalEntry } from "@/data/journal/journal-entry";
import { addToGroup } from "@/lib/search/record-groups";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { pluralize } from "@/lib/text/numbers";
import { type CivilDay, toCivilDay } from "@/lib/time/calendar-days";
import { localZone } from "@/lib/time/dates";
import { type Column, type RowId, timeColumn } from "@/ui/data-table/data-table-types";
import { Status } from "@/ui/primitives/status";
import { ChevronRightIcon } from "@/ui/theme/icons";
import {
  describeBatchOutcome,
  formatBatchNames,
  formatJournalDay,
  getJournalEntryState,
  JOURNAL_STATE_LABELS,
  visibleChanges,
} from "./journal-messages";
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

export type JournalRow =
  | {
      readonly kind: "day";
      readonly id: string;
      readonly day: CivilDay;
      readonly entries: readonly JournalEntry[];
    }
  | {
      readonly kind: "batch";
      readonly id: string;
      readonly batch: ChangeBatch;
      readonly entries: readonly JournalEntry[];
      /** Whether the bulk action is expanded. */
      readonly isOpen: boolean;
    }
  | {
      readonly kind: "entry";
      readonly id: string;
      readonly entry: JournalEntry;
      /** Whether this change is listed below its bulk action. */
      readonly isPart: boolean;
    };

export function rowEntries(row: JournalRow): readonly JournalEntry[] {
  return row.kind === "entry" ? [row.entry] : row.entries;
}

export function journalRowId({ id }: JournalRow): string {
  return id;
}

export function toFlatRows(entries: readonly JournalEntry[]): readonly JournalRow[] {
  return entries.map((entry) => createEntryRow(entry, false));
}

function createEntryRow(entry: JournalEntry, isPart: boolean): JournalRow {
  return { kind: "entry", id: entry.id, entry, isPart };
}

/**
 * Groups changes by day. On each day, a bulk action's changes share a row, placed at the newest change.
 * @param entries newest first
 * @param zone IANA time zone of the days
 * @param openBatch ID of the expanded bulk action
 */
export function groupJournal(
  entries: readonly JournalEntry[],
  zone: string,
  openBatch: string | null,
): readonly JournalRow[] {
  const days = groupBy(entries, ({ at }) => toCivilDay(Date.parse(at), zone));
  return [...days].flatMap(([day, dayEntries]) => [
    { kind: "day", id: `day ${day}`, day, entries: dayEntries },
    ...groupDay(day, dayEntries, openBatch),
  ]);
}

function groupDay(
  day: CivilDay,
  dayEntries: readonly JournalEntry[],
  openBatch: string | null,
): readonly JournalRow[] {
  const groups = groupBy(dayEntries, ({ id, batch }) => batch?.id ?? id);
  return [...groups.values()].flatMap((entries) => {
    const batch = entries[0]?.batch;
    if (!batch || entries.length === 1) return toFlatRows(entries);
    const isOpen = batch.id === openBatch;
    return [
      { kind: "batch", id: `batch ${day} ${batch.id}`, batch, entries, isOpen } as const,
      ...(isOpen ? entries.map((entry) => createEntryRow(entry, true)) : []),
    ];
  });
}

function groupBy<Item, Key>(items: readonly Item[], getKey: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) addToGroup(groups, getKey(item), item);
  return groups;
}

/**
 * Returns the IDs of the rows to show as selected. A day heading or bulk action is selected when all its changes are.
 * @param selection IDs of changes
 */
export function toSelectedRows(
  rows: readonly JournalRow[],
  selection: ReadonlySet<RowId>,
): ReadonlySet<RowId> {
  if (selection.size === 0) return selection;
  const isSelected = (row: JournalRow) => rowEntries(row).every(({ id }) => selection.has(id));
  return new Set([...selection, ...rows.filter(isSelected).map(journalRowId)]);
}

/**
 * Returns the IDs of the selected changes after the user has selected or deselected rows. A day
 * heading or bulk action represents all its changes.
 * @param selection IDs of the changes selected before
 * @param next IDs of the rows selected now
 */
export function toSelectedEntries(
  rows: readonly JournalRow[],
  selection: ReadonlySet<RowId>,
  next: ReadonlySet<RowId>,
): ReadonlySet<RowId> {
  if (next.size === 0) return next;
  const before = toSelectedRows(rows, selection);
  const result = new Set(selection);
  for (const row of rows) {
    if (before.has(row.id) === next.has(row.id)) continue;
    for (const { id } of rowEntries(row)) next.has(row.id) ? result.add(id) : result.delete(id);
  }
  return result;
}
