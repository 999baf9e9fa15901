import { isSent, type PlannedWrite } from "@/data/changes/planned-change";

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
 * What became of one record. `unknown`: no clear answer came, it may have been done. `changed`: somebody changed it
 * since it was planned, so nothing was sent. `nothing` and `impossible` are as planned.
 */
export type ItemStatus = (typeof STATUSES)[number];

/** What became of every record of a run. Kept in place: a copy per change would cost too much for a hundred thousand. */
export interface BulkLedger {
  readonly counts: () => Readonly<Record<ItemStatus, number>>;
  readonly statusAt: (place: number) => ItemStatus;
  readonly reasonAt: (place: number) => string | null;
  readonly set: (place: number, status: ItemStatus, reason?: string | null) => void;
  /** The first place that waits, and may be sent; undefined when none does. */
  readonly firstWaiting: (mayBeSent?: (place: number) => boolean) => number | undefined;
  /** Grows with every change. */
  readonly version: () => number;
}

/** Everything that can be sent waits. */
export function createLedger(writes: readonly PlannedWrite[]): BulkLedger {
  const codes = new Uint8Array(writes.length);
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
  /** Nothing waits before this place. */
  let from = 0;
  let version = 0;
  writes.forEach((write, place) => {
    const status = isSent(write) ? "waiting" : write.kind;
    codes[place] = STATUSES.indexOf(status);
    counts[status] += 1;
  });
  const statusAt = (place: number): ItemStatus => STATUSES[codes[place] ?? 0] ?? "waiting";

  return {
    counts: () => ({ ...counts }),
    statusAt,
    reasonAt(place) {
      const write = writes[place];
      return reasons.get(place) ?? (write !== undefined && "why" in write ? write.why : null);
    },
    set(place, status, reason = null) {
      counts[statusAt(place)] -= 1;
      counts[status] += 1;
      codes[place] = STATUSES.indexOf(status);
      if (reason === null) reasons.delete(place);
      else reasons.set(place, reason);
      if (status === "waiting") from = Math.min(from, place);
      version += 1;
    },
    firstWaiting(mayBeSent = () => true) {
      while (from < writes.length && statusAt(from) !== "waiting") from += 1;
      for (let place = from; place < writes.length; place += 1) {
        if (statusAt(place) === "waiting" && mayBeSent(place)) return place;
      }
      return undefined;
    },
    version: () => version,
  };
}
