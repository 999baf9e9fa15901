import type { EmulatedProject, ResourceStore, StoredChange } from "@/emulator/backend/backend";
import { createQueue, type PersistedChange, type Persistence } from "./persistence";

/** All records of the emulator: seeds with the changes laid over them. */
export interface Database {
  /** The day the seeds count their dates from. */
  seededAt(): Date;
  store(project: EmulatedProject, resource: string): ResourceStore;
  /** Runs a reading request on what all tabs have saved so far. */
  read<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Runs a writing request alone. What it wrote is saved before this resolves; when it throws, nothing of it stays.
   */
  write<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Back to the seeds, with dates counted from today. */
  reset(): Promise<void>;
  /** `memory` when changes die with the page, be it from the start or since saving failed. */
  storage(): "indexeddb" | "memory";
}

export interface DatabaseOptions {
  readonly persistence: Persistence | null;
  readonly seed: number;
  readonly now: () => Date;
}

interface Store extends ResourceStore {
  readonly changes: Map<string, StoredChange>;
  version: number;
}

interface UndoRecord {
  readonly store: Store;
  readonly key: string;
  readonly id: string;
  readonly before: StoredChange | undefined;
}

/** Opens a database; the first request loads what was kept. */
export function createDatabase({ persistence, seed, now }: DatabaseOptions): Database {
  const stores = new Map<string, Store>();
  const changesByStore = new Map<string, Map<string, StoredChange>>();
  // Stays the same when storage is given up, so that work that is waiting keeps its turn.
  const exclusive = persistence?.exclusive ?? createQueue();
  let activePersistence = persistence;
  let revision = -1;
  let seededAt = now();
  let sequence = 0;
  let uncommitted: UndoRecord[] = [];

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
      context: { project, seed, seededAt },
      changes: getChanges(key),
      version: 0,
      write(id, row) {
        const before = store.changes.get(id);
        uncommitted.push({ store, key, id, before });
        sequence++;
        store.changes.set(id, { row, sequence: before?.sequence ?? sequence });
        store.version++;
      },
    };
    stores.set(key, store);
    return store;
  }

  /** Forgets what is in memory; the collections are opened anew with it. */
  function replaceAll(changes: readonly PersistedChange[], newSeededAt: Date): void {
    stores.clear();
    changesByStore.clear();
    seededAt = newSeededAt;
    sequence = 0;
    for (const { store, id, row, sequence: order } of changes) {
      getChanges(store).set(id, { row, sequence: order });
      sequence = Math.max(sequence, order);
    }
  }

  function disablePersistence(): void {
    activePersistence = null;
  }

  async function refresh(): Promise<void> {
    if (!activePersistence) return;
    try {
      const latest = await activePersistence.revision();
      if (latest === revision && latest > 0) return;
      const snapshot = await activePersistence.load();
      if (snapshot) {
        replaceAll(snapshot.changes, new Date(snapshot.seededAt));
        revision = snapshot.revision;
      } else {
        replaceAll([], now());
        revision = await activePersistence.restart(seededAt.toISOString());
      }
    } catch {
      disablePersistence();
    }
  }

  function rollBack(): void {
    for (const { store, id, before } of uncommitted.reverse()) {
      if (before) store.changes.set(id, before);
      else store.changes.delete(id);
      store.version++;
    }
    uncommitted = [];
  }

  async function save(): Promise<void> {
    const changes = new Map<string, PersistedChange>();
    for (const { store, key, id } of uncommitted) {
      const change = store.changes.get(id);
      if (change) changes.set(`${key}/${id}`, { ...change, store: key, id });
    }
    uncommitted = [];
    if (!activePersistence || changes.size === 0) return;
    try {
      revision = await activePersistence.save([...changes.values()]);
    } catch {
      disablePersistence();
    }
  }

  async function isStale(): Promise<boolean> {
    if (!activePersistence) return false;
    try {
      return revision <= 0 || (await activePersistence.revision()) !== revision;
    } catch {
      disablePersistence();
      return false;
    }
  }

  return {
    seededAt: () => seededAt,
    store: openStore,
    async read(work) {
      // Never while a write is under way: it would lose the rows it works on.
      if (await isStale()) await exclusive(refresh);
      return work();
    },
    write: (work) =>
      exclusive(async () => {
        await refresh();
        try {
          const result = await work();
          await save();
          return result;
        } catch (error) {
          rollBack();
          throw error;
        }
      }),
    reset: () =>
      exclusive(async () => {
        replaceAll([], now());
        if (!activePersistence) return;
        try {
          revision = await activePersistence.restart(seededAt.toISOString());
        } catch {
          disablePersistence();
        }
      }),
    storage: () => (activePersistence ? "indexeddb" : "memory"),
  };
}
