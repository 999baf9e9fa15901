import type { ChangeBatch, JournalEntry } from "@/data/journal/journal-entry";
import { type CivilDay, toCivilDay } from "@/lib/time/calendar-days";
import type { RowId } from "@/ui/data-table/data-table-types";

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
 * Groups changes by day. On each day, a bulk action's changes share a row, placed at the newest
 * change.
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
  for (const item of items) {
    const key = getKey(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/**
 * Returns the IDs of the rows to show as selected. A day heading or bulk action is selected when
 * all its changes are.
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
