import { replaceEqualDeep } from "@tanstack/react-query";
import { attachRaw, type InvalidRecord, type ListPage } from "@/api/parsers";

export type RecordId = string | number;

export type ChangeMark = "new" | "changed";

/** Numbers of records added, changed, and removed since the last read. */
export interface Changes {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** A record and its position, to restore a removed record exactly. */
export interface RecordPosition<Item> {
  readonly index: number;
  readonly record: Item;
}

/** Index of an early record without a known position. */
const EARLY_INDEX = -1;

/** Whether the position is in the part of the list that is loaded. */
export function isListed({ index }: Pick<RecordPosition<unknown>, "index">): boolean {
  return index !== EARLY_INDEX;
}

interface PageReading<Item> {
  readonly offset: number;
  readonly page: ListPage<Item>;
  /** Result of `tick()` when the request was sent. */
  readonly mark: number;
}

interface Reread {
  readonly isTrackingChanges: boolean;
  readonly isRepeated: boolean;
}

/** See `createRecordStore`. */
export type RecordStore<Item extends object> = ReturnType<typeof createRecordStore<Item>>;

/**
 * Stores a collection's records in server order, without duplicates. A response never overwrites a record that was
 * written after the request was sent.
 */
export function createRecordStore<Item extends object>(getId: (record: Item) => RecordId) {
  let list: Item[] = [];
  const byId = new Map<RecordId, Item>();
  const early = new Map<RecordId, Item>();
  let broken: InvalidRecord[] = [];
  let freshInvalidRecords = new Map<number, InvalidRecord>();
  let seen = new Map<RecordId, Item>();
  let marks = new Map<RecordId, ChangeMark>();
  /** Whether new records are appended immediately. A reread adds new records in order when it ends. */
  let isAppending = true;
  let tracksChanges = false;
  let isListStale = false;
  let repeats = 0;
  let clock = 0;
  /** Tick of each record's last local write. */
  const writtenAtById = new Map<RecordId, number>();

  function tick(): number {
    clock += 1;
    return clock;
  }

  /** Builds the current list lazily, because a page may change many records. */
  function current(): Item[] {
    if (isListStale) list = list.map((record) => byId.get(getId(record)) ?? record);
    isListStale = false;
    return list;
  }

  function replaceRecord(after: Item): void {
    byId.set(getId(after), after);
    isListStale = true;
  }

  function mergeRecord(served: Item): boolean {
    const id = getId(served);
    const isRepeated = seen.has(id);
    const before = byId.get(id);
    if (before === undefined) {
      byId.set(id, served);
      seen.set(id, served);
      if (isAppending) {
        list.push(served);
        early.delete(id);
      } else if (tracksChanges) marks.set(id, "new");
      return true;
    }
    const after = replaceEqualDeep(before, served);
    if (after !== before) {
      replaceRecord(attachRaw(served, after));
      if (tracksChanges) marks.set(id, marks.get(id) ?? "changed");
    }
    seen.set(id, after);
    if (isRepeated) repeats += 1;
    return !isRepeated;
  }

  function position(id: RecordId): RecordPosition<Item> | null {
    const earlyRecord = early.get(id);
    if (earlyRecord !== undefined) return { index: EARLY_INDEX, record: earlyRecord };
    const record = byId.get(id);
    const index = record === undefined ? -1 : current().indexOf(record);
    return record === undefined || index < 0 ? null : { index, record };
  }

  /**
   * Drops early records after a complete read, because the read has found those that still exist.
   * Keeps those that were written during the read.
   */
  function settleEarly(): void {
    for (const [id, record] of early) {
      if (byId.has(id) || !writtenAtById.has(id)) continue;
      byId.set(id, record);
      current().push(record);
    }
    early.clear();
  }

  return {
    records: current,
    /** Returns records that the server found before their pages were loaded. */
    early: () => [...early.values()],
    broken: () => broken,
    get: (id: RecordId) => byId.get(id) ?? early.get(id),
    position,
    /** Increments and returns a counter of writes and reads. */
    tick,
    /** Adds a page. Returns true if the page contained records that this read hadn't found before. */
    addPage({ offset, page, mark }: PageReading<Item>): boolean {
      let isNew = false;
      for (const record of page.results) {
        const id = getId(record);
        const writtenAt = writtenAtById.get(id);
        // If the record was written after the request was sent, the response is outdated.
        const isOutdated = writtenAt !== undefined && writtenAt >= mark;
        const latest = isOutdated ? (byId.get(id) ?? early.get(id)) : record;
        if (latest !== undefined) isNew = mergeRecord(latest) || isNew;
      }
      // Invalid records have no ID, so their index in the list identifies them. Past the reported count, they are ignored
      // on a page without new records, because a server that ignores offsets repeats its page forever.
      const isPastEnd = !isNew && offset >= page.count;
      for (const record of isPastEnd ? [] : page.broken) {
        const listIndex = offset + record.index;
        if (freshInvalidRecords.has(listIndex)) continue;
        freshInvalidRecords.set(listIndex, { ...record, index: listIndex });
        isNew = true;
      }
      if (isAppending && page.broken.length > 0) broken = [...freshInvalidRecords.values()];
      return isNew;
    },
    /** Adds records from pages that aren't loaded yet. Returns true if any were added. See `PageReading` for `mark`. */
    addEarly(records: readonly Item[], mark: number): boolean {
      let isNew = false;
      for (const record of records) {
        const id = getId(record);
        if (byId.has(id) || (writtenAtById.get(id) ?? 0) >= mark) continue;
        early.set(id, record);
        isNew = true;
      }
      return isNew;
    },
    settleEarly,
    /** Returns the number of duplicates in this read. Above 0 when the server's order is unstable. */
    repeatedCount: () => repeats,
    /**
     * Starts another read of the list. `finishReread` removes records that the read didn't find. With
     * `isRepeated`, changes add to those of the previous read.
     */
    beginReread({ isTrackingChanges, isRepeated }: Reread): void {
      seen = new Map();
      freshInvalidRecords = new Map();
      repeats = 0;
      isAppending = false;
      tracksChanges = isTrackingChanges;
      if (!isRepeated) marks = new Map();
    },
    /** Ends a read. Applies the order that was read, and removes missing records unless `keepsMissing`. */
    finishReread({ keepsMissing }: { readonly keepsMissing: boolean }): Changes {
      // After a repeated read, records that only the first attempt found may not exist anymore.
      for (const id of marks.keys()) if (!seen.has(id)) marks.delete(id);
      const added = [...marks.values()].filter((mark) => mark === "new").length;
      const changed = marks.size - added;
      const ordered = [...seen.keys()].flatMap((id) => byId.get(id) ?? []);
      let removed = 0;
      for (const [id, record] of byId) {
        if (seen.has(id)) continue;
        if (keepsMissing || writtenAtById.has(id)) ordered.push(record);
        else {
          byId.delete(id);
          removed += 1;
        }
      }
      list = ordered;
      isListStale = false;
      tracksChanges = false;
      isAppending = true;
      broken = [...freshInvalidRecords.values()];
      settleEarly();
      // Later responses include all writes so far, so earlier ticks aren't needed.
      writtenAtById.clear();
      return { added, changed, removed };
    },
    marks: (): ReadonlyMap<RecordId, ChangeMark> => marks,
    clearMarks: () => {
      marks = new Map();
    },
    /** Replaces a record at its position. Returns false if the record isn't loaded. */
    replace(record: Item): boolean {
      const id = getId(record);
      writtenAtById.set(id, tick());
      if (early.has(id)) early.set(id, record);
      if (byId.has(id)) replaceRecord(record);
      return early.has(id) || byId.has(id);
    },
    /** Returns false if the record is already loaded. */
    insert({ index, record }: RecordPosition<Item>): boolean {
      const id = getId(record);
      writtenAtById.set(id, tick());
      if (byId.has(id)) return false;
      if (!isListed({ index })) early.set(id, record);
      else {
        early.delete(id);
        byId.set(id, record);
        current().splice(index, 0, record);
      }
      return true;
    },
    remove(id: RecordId): RecordPosition<Item> | null {
      const removed = position(id);
      writtenAtById.set(id, tick());
      early.delete(id);
      byId.delete(id);
      if (removed !== null && isListed(removed)) list.splice(removed.index, 1);
      return removed;
    },
  };
}
