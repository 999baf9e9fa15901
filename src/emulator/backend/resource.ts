import type { Collection, Resource, ResourceDefinition, ResourceStore, View } from "./backend";

/** Positions of all rows. Computed from the changes, without creating seed records. */
interface Layout<Row> {
  readonly version: number;
  /** New rows by view, latest first. */
  readonly created: Readonly<Record<View, readonly Row[]>>;
  /** Changed rows by seed index, or null for removed rows. */
  readonly changed: ReadonlyMap<number, Row | null>;
  /** Ascending seed indexes that the default list omits. */
  readonly skipped: readonly number[];
  /** Ascending seed indexes in Trash. */
  readonly trashed: readonly number[];
  /** New and changed rows in the order of their last change. */
  readonly touched: readonly Row[];
}

/** Returns the seed index of the nth record that isn't skipped. */
function toSeedIndex(position: number, skipped: readonly number[]): number {
  let index = position;
  for (const skip of skipped) {
    if (skip > index) break;
    index++;
  }
  return index;
}

const compareAscending = (one: number, other: number) => one - other;

function openCollection<Row>(definition: ResourceDefinition<Row>, store: ResourceStore): Collection<Row> {
  const seed = definition.seed(store.context);
  const isHidden = definition.isHidden ?? (() => false);
  let cachedLayout: Layout<Row> | undefined;

  function readLayout(): Layout<Row> {
    const changed = new Map<number, Row | null>();
    const created: { readonly row: Row; readonly sequence: number }[] = [];
    const touched: { readonly row: Row; readonly sequence: number }[] = [];
    for (const [id, change] of store.changes) {
      const index = seed.indexOf(id);
      const row = definition.isRow(change.row) ? change.row : null;
      // An unreadable stored row counts as unchanged. A stored null marks a removed row.
      if (row === null && change.row !== null) continue;
      if (index !== undefined) changed.set(index, row);
      else if (row !== null) created.push({ row, sequence: change.sequence });
      if (row !== null) touched.push({ row, sequence: change.updated });
    }
    created.sort((one, other) => other.sequence - one.sequence);
    const untouched = (seed.hidden ?? []).filter((index) => !changed.has(index));
    const trashed = [...untouched];
    const removed: number[] = [];
    for (const [index, row] of changed) {
      if (row === null) removed.push(index);
      else if (isHidden(row)) trashed.push(index);
    }
    const rows = created.map((entry) => entry.row);
    return {
      version: store.version,
      created: { visible: rows.filter((row) => !isHidden(row)), hidden: rows.filter(isHidden) },
      changed,
      skipped: [...trashed, ...removed].sort(compareAscending),
      trashed: trashed.sort(compareAscending),
      touched: touched.sort((one, other) => one.sequence - other.sequence).map((entry) => entry.row),
    };
  }

  function getLayout(): Layout<Row> {
    if (cachedLayout?.version !== store.version) cachedLayout = readLayout();
    return cachedLayout;
  }

  function count(view: View = "visible"): number {
    const { created, skipped, trashed } = getLayout();
    return created[view].length + (view === "hidden" ? trashed.length : seed.size - skipped.length);
  }

  function getRowAt({ created, changed, skipped, trashed }: Layout<Row>, position: number, view: View): Row {
    const createdRow = created[view][position];
    if (createdRow !== undefined) return createdRow;
    const seedPosition = position - created[view].length;
    const index = view === "hidden" ? (trashed[seedPosition] ?? 0) : toSeedIndex(seedPosition, skipped);
    return changed.get(index) ?? seed.at(index);
  }

  function* iterateRows(rows: Layout<Row>, first: number, end: number, view: View): Iterable<Row> {
    for (let position = first; position < end; position++) yield getRowAt(rows, position, view);
  }

  function inTableOrder(view?: View) {
    const { changed, touched } = getLayout();
    const hidden = (seed.hidden ?? []).filter((index) => !changed.has(index));
    const others = view === "visible" ? hidden : [];
    // Positions count from the oldest record, whose index is the highest.
    const skipped = [...changed.keys(), ...others]
      .map((index) => seed.size - 1 - index)
      .sort(compareAscending);
    const untouched = view === "hidden" ? hidden.length : seed.size - skipped.length;
    const last = touched.filter((row) => view === undefined || isHidden(row) === (view === "hidden"));
    const getAt = (position: number): Row | undefined => {
      if (position >= untouched) return last[position - untouched];
      if (view === "hidden") return seed.at(hidden[hidden.length - 1 - position] ?? 0);
      return seed.at(seed.size - 1 - toSeedIndex(position, skipped));
    };
    const total = untouched + last.length;
    return {
      count: total,
      *page(offset: number, limit: number) {
        const end = Math.min(offset + limit, total);
        for (let position = Math.max(0, offset); position < end; position++) {
          const row = getAt(position);
          if (row !== undefined) yield row;
        }
      },
    };
  }

  return {
    inTableOrder,
    version: () => store.version,
    get(id) {
      const change = store.changes.get(id);
      if (change?.row === null) return undefined;
      if (change && definition.isRow(change.row)) return change.row;
      const index = seed.indexOf(id);
      return index === undefined ? undefined : seed.at(index);
    },
    put(row) {
      store.write(definition.getId(row), row);
    },
    remove(id) {
      store.write(id, null);
    },
    count,
    page(offset, limit, view = "visible") {
      const first = Math.max(0, offset);
      return iterateRows(getLayout(), first, Math.min(first + limit, count(view)), view);
    },
    all: (view = "visible") => iterateRows(getLayout(), 0, count(view), view),
    nextId() {
      const newest = seed.size > 0 ? Number(definition.getId(seed.at(0))) : 0;
      let highest = Number.isFinite(newest) ? newest : 0;
      for (const id of store.changes.keys()) highest = Math.max(highest, Number(id) || 0);
      return highest + 1;
    },
  };
}

/** Creates a resource. `context.open(resource)` returns its rows in a project. */
export function defineResource<Row>(definition: ResourceDefinition<Row>): Resource<Row> {
  const opened = new WeakMap<ResourceStore, Collection<Row>>();
  return {
    name: definition.name,
    open(store) {
      const collection = opened.get(store) ?? openCollection(definition, store);
      opened.set(store, collection);
      return collection;
    },
  };
}

export function emptySeed(): { readonly size: 0; at(): never; indexOf(): undefined } {
  return {
    size: 0,
    at() {
      throw new RangeError("An empty seed has no records");
    },
    indexOf: () => undefined,
  };
}
