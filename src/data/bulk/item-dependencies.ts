import { isSendable, type PlannedChange } from "@/data/changes/planned-change";
import type { ItemStatus } from "./bulk-job-items";

/** Which writes of a plan wait for others, as `after` says. */
export interface ItemDependencies {
  /** Whether it is known what became of all that this place waits for. */
  readonly isReady: (index: number) => boolean;
  /** Whether all that this place waits for is done, or it waits for nothing. */
  readonly isAllowed: (index: number) => boolean;
}

/** The order of a plan whose writes are as `statusAt` tells. */
export function createItemDependencies(
  changes: readonly PlannedChange[],
  statusAt: (index: number) => ItemStatus,
): ItemDependencies {
  const indexByKey = new Map<string, number>();
  /** Null for what is not before it: it would wait for ever. */
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
