import { isSendable, type PlannedChange } from "@/data/changes/planned-change";
import type { ItemStatus } from "./bulk-job-items";

/** Dependencies between the changes of a plan, derived from their `after` keys. */
export interface ItemDependencies {
  /** Whether all dependencies have finished or failed. */
  readonly isReady: (index: number) => boolean;
  readonly isAllowed: (index: number) => boolean;
}

export function createItemDependencies(
  changes: readonly PlannedChange[],
  statusAt: (index: number) => ItemStatus,
): ItemDependencies {
  const indexByKey = new Map<string, number>();
  /**
   * Indexes of each change's dependencies. An index is null if its key doesn't occur earlier in the
   * plan. A dependency without an index counts as failed.
   */
  const dependenciesByIndex = new Map<number, readonly (number | null)[]>();
  for (const [index, change] of changes.entries()) {
    if (isSendable(change) && change.after !== undefined) {
      dependenciesByIndex.set(
        index,
        change.after.map((key) => indexByKey.get(key) ?? null),
      );
    }
    indexByKey.set(change.key, index);
  }
  const statusesBefore = (index: number): readonly ItemStatus[] =>
    (dependenciesByIndex.get(index) ?? []).map((first) => (first === null ? "impossible" : statusAt(first)));
  return {
    isReady: (index) => statusesBefore(index).every((status) => status !== "waiting" && status !== "sending"),
    isAllowed: (index) => statusesBefore(index).every((status) => status === "done"),
  };
}
