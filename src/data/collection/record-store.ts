import { replaceEqualDeep } from "@tanstack/react-query";
import { attachRaw, type InvalidRecord, type ListPage } from "@/contract/parsers";

/** How a record is told apart from the others of its collection. */
export type RecordId = string | number;

/** What a refresh has found different, by record. */
export type ChangeMark = "new" | "changed";

/** What became of the records since they were last read. */
export interface Changes {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** Where a record stands: enough to put it back exactly there. */
export interface RecordPosition<Item> {
  readonly index: number;
  readonly record: Item;
}

interface PageReading<Item> {
  readonly offset: number;
  readonly page: ListPage<Item>;
  /** The moment the request was sent, as `moment` gave it. */
  readonly mark: number;
}

/**
 * The records of a collection, each once, in the order they are served. A record of our own write is never overwritten by
 * an answer that was asked for before it.
 */
export interface RecordStore<Item> {
  readonly records: () => readonly Item[];
  readonly broken: () => readonly InvalidRecord[];
  readonly get: (id: RecordId) => Item | undefined;
  readonly position: (id: RecordId) => RecordPosition<Item> | null;
  /** Counts writes and readings: later ones are larger. */
  readonly tick: () => number;
  /** Takes a page in; true when it brought a record that this reading had not seen yet. */
  readonly addPage: (reading: PageReading<Item>) => boolean;
  /** Records that came twice within this reading: the server's order is not steady. */
  readonly repeatedCount: () => number;
  /** Begins a reading from the top: what it does not meet is gone at its end. With `marking` differences are marked. */
  readonly beginReread: (options: { readonly isTrackingChanges: boolean }) => void;
  /** Ends a reading: rows in the order of the reading; those it did not meet go, unless told otherwise. */
  readonly finishReread: (options: { readonly keepsMissing: boolean }) => Changes;
  readonly marks: () => ReadonlyMap<RecordId, ChangeMark>;
  readonly clearMarks: () => void;
  /** Shows a record as a write left it, in its place; false when it is not here. */
  readonly replace: (record: Item) => boolean;
  readonly insert: (position: RecordPosition<Item>) => boolean;
  readonly remove: (id: RecordId) => RecordPosition<Item> | null;
}

/** An empty book. */
export function createRecordStore<Item extends object>(getId: (record: Item) => RecordId): RecordStore<Item> {
  let list: Item[] = [];
  const byId = new Map<RecordId, Item>();
  let broken: InvalidRecord[] = [];
  let freshBroken = new Map<number, InvalidRecord>();
  /** Ids in the order of the reading that goes on. */
  let seen = new Map<RecordId, Item>();
  let marks = new Map<RecordId, ChangeMark>();
  /** Whether new records are shown as they come; a later reading shows them at its end, in their places. */
  let isAppending = true;
  let tracksChanges = false;
  let isListStale = false;
  let repeats = 0;
  let clock = 0;
  /** When each record was last written from here. */
  const writtenAtById = new Map<RecordId, number>();

  /** The list with the newest form of each record, made when it is asked for: a page may change many. */
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
      if (isAppending) list.push(served);
      else if (tracksChanges) marks.set(id, "new");
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

  return {
    records: current,
    broken: () => broken,
    get: (id) => byId.get(id),
    position(id) {
      const record = byId.get(id);
      const index = record === undefined ? -1 : current().indexOf(record);
      return record === undefined || index < 0 ? null : { index, record };
    },
    tick: () => {
      clock += 1;
      return clock;
    },
    addPage({ offset, page, mark }) {
      let isNew = false;
      for (const record of page.results) {
        const id = getId(record);
        const writtenAt = writtenAtById.get(id);
        const known = byId.get(id);
        if (writtenAt === undefined || writtenAt < mark) isNew = mergeRecord(record) || isNew;
        // Written meanwhile: this answer shows what was before, or what has left.
        else if (known !== undefined) {
          isNew = !seen.has(id) || isNew;
          seen.set(id, known);
        }
      }
      // Behind the count there is no end to what cannot be told apart.
      const isPastEnd = page.results.length === 0 && offset >= page.count;
      for (const record of isPastEnd ? [] : page.broken) {
        const listIndex = offset + record.index;
        if (freshBroken.has(listIndex)) continue;
        freshBroken.set(listIndex, { ...record, index: listIndex });
        isNew = true;
      }
      if (isAppending && page.broken.length > 0) broken = [...freshBroken.values()];
      return isNew;
    },
    repeatedCount: () => repeats,
    beginReread({ isTrackingChanges }) {
      seen = new Map();
      freshBroken = new Map();
      repeats = 0;
      isAppending = false;
      tracksChanges = isTrackingChanges;
      marks = new Map();
    },
    finishReread({ keepsMissing }) {
      const added = [...marks.values()].filter((mark) => mark === "new").length;
      const changed = marks.size - added;
      const ordered: Item[] = [];
      for (const id of seen.keys()) {
        const record = byId.get(id);
        if (record !== undefined) ordered.push(record);
      }
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
      broken = [...freshBroken.values()];
      // From here on every answer knows of the writes so far.
      writtenAtById.clear();
      return { added, changed, removed };
    },
    marks: () => marks,
    clearMarks: () => {
      marks = new Map();
    },
    replace(record) {
      clock += 1;
      writtenAtById.set(getId(record), clock);
      if (!byId.has(getId(record))) return false;
      replaceRecord(record);
      return true;
    },
    insert({ index, record }) {
      const id = getId(record);
      clock += 1;
      writtenAtById.set(id, clock);
      if (byId.has(id)) return false;
      byId.set(id, record);
      current().splice(index, 0, record);
      return true;
    },
    remove(id) {
      const record = byId.get(id);
      clock += 1;
      writtenAtById.set(id, clock);
      if (record === undefined) return null;
      const index = current().indexOf(record);
      byId.delete(id);
      list.splice(index, 1);
      return { index, record };
    },
  };
}
