import { z } from "zod";
import type { EmulatedProject, ResourceStore, StoredChange } from "@/emulator/backend/backend";
import type { Generation } from "@/emulator/backend/generation";

/** All records of the emulator: the seeds with the changes. */
export interface Database {
  /** Returns the time to which seed dates are relative. */
  seededAt(): Date;
  store(project: EmulatedProject, resource: string): ResourceStore;
  /** Runs a write after those before it, and saves its changes. Rolls them back when `work` throws. */
  write<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Reads the changes that other tabs have saved. */
  refresh(): void;
  /** Restores the seeds, with dates relative to the current time. */
  reset(): Promise<void>;
  /** Reopens the seeds after the generation has changed. Preserves all changes. */
  reopen(): void;
  /** Returns `memory` if changes are lost when the page closes, because storage is missing or full. */
  storage(): "browser" | "memory";
}

export interface DatabaseOptions {
  /** The browser's storage, which all tabs share. Null to keep changes in memory. */
  readonly storage: Storage | null;
  readonly seed: number;
  readonly now: () => Date;
  /** Returns the generation, which determines the seed records. */
  readonly generation?: () => Generation;
}

export const DATA_KEY = "environs.demo-data";

const snapshotSchema = z.object({
  /** Incremented when a seed changes, to drop changes that were made to older seeds. */
  version: z.literal(1),
  /** Time to which seed dates are relative. */
  seededAt: z.iso.datetime(),
  changes: z.array(
    z.object({
      /** Project and resource, such as `1/subscriptions`. */
      store: z.string(),
      id: z.string(),
      row: z.unknown(),
      sequence: z.number(),
      updated: z.number(),
    }),
  ),
});
type Snapshot = z.infer<typeof snapshotSchema>;

function parseSnapshot(text: string): Snapshot | null {
  try {
    return snapshotSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

interface Store extends ResourceStore {
  readonly changes: Map<string, StoredChange>;
  version: number;
}

interface UndoRecord {
  readonly store: Store;
  readonly id: string;
  readonly before: StoredChange | undefined;
}

export function createDatabase({ storage, seed, now, generation }: DatabaseOptions): Database {
  const stores = new Map<string, Store>();
  const changesByStore = new Map<string, Map<string, StoredChange>>();
  let isSaving = storage !== null;
  /** The stored text whose changes are in memory. */
  let text: string | null = null;
  let seededAt = now();
  let sequence = 0;
  let uncommitted: UndoRecord[] = [];
  let isWriting = false;
  let lastWrite: Promise<unknown> = Promise.resolve();

  function getChanges(key: string): Map<string, StoredChange> {
    const changes = changesByStore.get(key) ?? new Map<string, StoredChange>();
    changesByStore.set(key, changes);
    return changes;
  }

  function openStore(project: EmulatedProject, resource: string): Store {
    const key = `${project.id}/${resource}`;
    const existing = stores.get(key);
    if (existing) return existing;
    const store: Store = {
      context: { project, seed, seededAt, ...(generation && { generation: generation() }) },
      changes: getChanges(key),
      version: 0,
      write(id, row) {
        const before = store.changes.get(id);
        uncommitted.push({ store, id, before });
        sequence++;
        store.changes.set(id, { row, sequence: before?.sequence ?? sequence, updated: sequence });
        store.version++;
      },
    };
    stores.set(key, store);
    return store;
  }

  function replaceAll(changes: Snapshot["changes"], newSeededAt: Date): void {
    stores.clear();
    changesByStore.clear();
    seededAt = newSeededAt;
    sequence = 0;
    for (const { store, id, ...change } of changes) {
      getChanges(store).set(id, change);
      sequence = Math.max(sequence, change.updated);
    }
  }

  function save(): void {
    uncommitted = [];
    if (!isSaving) return;
    const changes = [...changesByStore].flatMap(([store, all]) =>
      Array.from(all, ([id, change]) => ({ store, id, ...change })),
    );
    text = JSON.stringify({ version: 1, seededAt: seededAt.toISOString(), changes });
    try {
      storage?.setItem(DATA_KEY, text);
    } catch {
      // The storage is full, so this and all further changes last until the page closes.
      isSaving = false;
    }
  }

  function restart(): void {
    replaceAll([], now());
    // Without the changes, there may be space again. Otherwise, the stored ones would come back with the next page.
    isSaving = storage !== null;
    save();
  }

  function refresh(): void {
    if (!isSaving) return;
    const stored = storage?.getItem(DATA_KEY) ?? null;
    if (stored !== null && stored === text) return;
    text = stored;
    const snapshot = stored === null ? null : parseSnapshot(stored);
    if (snapshot) replaceAll(snapshot.changes, new Date(snapshot.seededAt));
    else restart();
  }

  function rollBack(): void {
    for (const { store, id, before } of uncommitted.reverse()) {
      if (before) store.changes.set(id, before);
      else store.changes.delete(id);
      store.version++;
    }
    uncommitted = [];
  }

  function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = lastWrite.then(work, work);
    lastWrite = result.catch(() => undefined);
    return result;
  }

  refresh();
  return {
    seededAt: () => seededAt,
    store: openStore,
    write: (work) =>
      enqueue(async () => {
        refresh();
        isWriting = true;
        try {
          const result = await work();
          save();
          return result;
        } catch (error) {
          rollBack();
          throw error;
        } finally {
          isWriting = false;
        }
      }),
    refresh() {
      // Another tab's changes would replace the rows being written.
      if (!isWriting) refresh();
    },
    reset: () => enqueue(async () => restart()),
    reopen: () => stores.clear(),
    storage: () => (isSaving ? "browser" : "memory"),
  };
}
