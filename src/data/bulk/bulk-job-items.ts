import { isSendable, type PlannedChange } from "@/data/changes/planned-change";
import { formatCount, formatList, pluralize } from "@/lib/text/numbers";

/**
 * `unknown`: the response was missing or unusable, so the change may have been applied. `changed`: nothing was sent
 * because of a conflict. `nothing` and `impossible`: the plan skips the item.
 */
export type ItemStatus =
  | "waiting"
  | "sending"
  | "done"
  | "failed"
  | "unknown"
  | "changed"
  | "nothing"
  | "impossible";

export type ItemCounts = Readonly<Record<ItemStatus, number>>;

/** What became of a change. */
export interface BulkJobItem {
  readonly status: ItemStatus;
  readonly reason: string | null;
}

export function createItem(change: PlannedChange): BulkJobItem {
  return isSendable(change)
    ? { status: "waiting", reason: null }
    : { status: change.kind, reason: change.why };
}

export function countItems(items: readonly BulkJobItem[]): ItemCounts {
  const counts = {
    waiting: 0,
    sending: 0,
    done: 0,
    failed: 0,
    unknown: 0,
    changed: 0,
    nothing: 0,
    impossible: 0,
  };
  for (const { status } of items) counts[status] += 1;
  return counts;
}

/** Result of items that needed no request. */
export const ALREADY_UP_TO_DATE = "Already up to date.";

/** Summarizes a result: "988 done, 7 failed, and 5 with unknown outcome." */
export function bulkJobResultMessage(counts: ItemCounts): string {
  const parts = [
    `${formatCount(counts.done)} done`,
    counts.failed > 0 && `${formatCount(counts.failed)} failed`,
    counts.unknown > 0 && `${formatCount(counts.unknown)} with unknown outcome`,
    counts.changed > 0 && pluralize(counts.changed, "conflict", "conflicts"),
    counts.waiting > 0 && `${formatCount(counts.waiting)} not sent`,
  ].filter((part) => part !== false);
  return `${formatList(parts)}.`;
}
