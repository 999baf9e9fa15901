import type { EmulatedProject, ResourceStore, StoredChange } from "@/emulator/backend/backend";
import type { Generation } from "@/emulator/backend/generation";
import { createQueue, type PersistedChange, type Persistence } from "./persistence";

/** All records of the emulator: the seeds with the stored changes. */
export interface Database {
  /** Returns the time to which seed dates are relative. */
  seededAt(): Date;
  store(project: EmulatedProject, resource: string): ResourceStore;
  /** Runs a read with the latest changes of all tabs. */
  read<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Runs a write exclusively. Saves its changes before resolving. Rolls them back when `work` throws. */
  write<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Restores the seeds, with dates relative to the current time. */
  reset(): Promise<void>;
  /** Reopens the seeds after the generation has changed. Preserves all changes. */
  reopen(): void;
  /**
   * Returns `memory` if changes are lost when the page closes, because storage is unavailable or
   * has failed.
   */
  storage(): "indexeddb" | "memory";
}

export interface DatabaseOptions {
  readonly persistence: Persistence | null;
  readonly seed: number;
  readonly now: () => Date;
  /** Returns the generation, which determines the seed records. */
  readonly generation?: () => Generation;
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

/** Opens a database. The first request loads the stored changes. */
export function createDatabase({ persistence, seed, now, generation }: DatabaseOptions): Database {
  const stores = new Map<string, Store>();
  const changesByStore = new Map<string, Map<string, StoredChange>>();
  // The same queue is used after storage fails, so that queued work keeps its order.
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
      context: { project, seed, seededAt, ...(generation && { generation: generation() }) },
      changes: getChanges(key),
      version: 0,
      write(id, row) {
        const before = store.changes.get(id);
        uncommitted.push({ store, key, id, before });
        sequence++;
        store.changes.set(id, { row, sequence: before?.sequence ?? sequence, updated: sequence });
        store.version++;
      },
    };
    stores.set(key, store);
    return store;
  }

  function replaceAll(changes: readonly PersistedChange[], newSeededAt: Date): void {
    stores.clear();
    changesByStore.clear();
    seededAt = newSeededAt;
    sequence = 0;
    for (const { store, id, ...change } of changes) {
      getChanges(store).set(id, change);
      sequence = Math.max(sequence, change.sequence, change.updated ?? 0);
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
      // A refresh during a write would discard the rows being written.
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
    reopen: () => stores.clear(),
    storage: () => (activePersistence ? "indexeddb" : "memory"),
  };
}
