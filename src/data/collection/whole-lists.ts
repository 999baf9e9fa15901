import type { CollectionState, LoadedList } from "./collection";

// For pages that need lists completely.

export function isLoading({ phase, isRefreshing }: CollectionState<unknown>): boolean {
  return isRefreshing || phase === "first" || phase === "loading";
}

/** Whether loading has stopped early. */
export function isHalted({ phase }: CollectionState<unknown>): boolean {
  return phase === "asking" || phase === "paused" || phase === "failed";
}

export function countLoadedRecords(lists: readonly LoadedList<unknown>[]) {
  const sum = (count: (state: CollectionState<unknown>) => number) =>
    lists.reduce((total, { state }) => total + count(state), 0);
  return {
    loadedCount: sum(({ records }) => records.length),
    totalCount: sum(({ count, records }) => Math.max(count ?? 0, records.length)),
  };
}

/** Loads the rest of halted or failed lists. */
export function loadLists(lists: readonly LoadedList<unknown>[]): void {
  for (const { collection, state } of lists) {
    if (state.phase === "asking") collection.loadAll();
    else if (state.phase !== "complete" || state.error !== null) collection.resume();
  }
}
