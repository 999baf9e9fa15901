import { isSendable, type PlannedChange } from "@/data/changes/planned-change";

const STATUSES = [
  "waiting",
  "sending",
  "done",
  "failed",
  "unknown",
  "changed",
  "nothing",
  "impossible",
] as const;

/**
 * `unknown`: the response was missing or unusable, so the change may have been applied. `changed`: nothing was sent
 * because of a conflict. `nothing` and `impossible`: the plan skips the item.
 */
export type ItemStatus = (typeof STATUSES)[number];

/** The status of each item in a job. Mutable, because copying 100,000 items after each change would be too slow. */
export interface BulkJobItems {
  readonly counts: () => Readonly<Record<ItemStatus, number>>;
  readonly statusAt: (index: number) => ItemStatus;
  readonly set: (index: number, status: ItemStatus, reason?: string | null) => void;
  /** Updates `shownStatusAt` and `shownReasonAt`, so that they match the counts of a snapshot. */
  readonly publish: () => void;
  readonly shownStatusAt: (index: number) => ItemStatus;
  readonly shownReasonAt: (index: number) => string | null;
  /** Returns the index of the first waiting item that can be sent. */
  readonly firstWaiting: (canBeSent?: (index: number) => boolean) => number | undefined;
  readonly version: () => number;
}

export function createBulkJobItems(changes: readonly PlannedChange[]): BulkJobItems {
  const codes = new Uint8Array(changes.length);
  const shownCodes = new Uint8Array(changes.length);
  const reasons = new Map<number, string>();
  const counts: Record<ItemStatus, number> = {
    waiting: 0,
    sending: 0,
    done: 0,
    failed: 0,
    unknown: 0,
    changed: 0,
    nothing: 0,
    impossible: 0,
  };
  /** Items before this index aren't waiting. */
  let from = 0;
  let version = 0;
  changes.forEach((change, index) => {
    const status = isSendable(change) ? "waiting" : change.kind;
    codes[index] = STATUSES.indexOf(status);
    counts[status] += 1;
  });
  const statusOf = (code: number | undefined): ItemStatus => STATUSES[code ?? 0] ?? "waiting";
  const statusAt = (index: number): ItemStatus => statusOf(codes[index]);

  return {
    counts: () => ({ ...counts }),
    statusAt,
    publish: () => shownCodes.set(codes),
    shownStatusAt: (index) => statusOf(shownCodes[index]),
    shownReasonAt(index) {
      const change = changes[index];
      const reason = shownCodes[index] === codes[index] ? reasons.get(index) : undefined;
      return reason ?? (change !== undefined && "why" in change ? change.why : null);
    },
    set(index, status, reason = null) {
      counts[statusAt(index)] -= 1;
      counts[status] += 1;
      codes[index] = STATUSES.indexOf(status);
      if (reason === null) reasons.delete(index);
      else reasons.set(index, reason);
      if (status === "waiting") from = Math.min(from, index);
      version += 1;
    },
    firstWaiting(canBeSent = () => true) {
      while (from < changes.length && statusAt(from) !== "waiting") from += 1;
      for (let index = from; index < changes.length; index += 1) {
        if (statusAt(index) === "waiting" && canBeSent(index)) return index;
      }
      return undefined;
    },
    version: () => version,
  };
}
