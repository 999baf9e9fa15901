import { isSendable, type PlannedChange } from "@/data/changes/planned-change";
import { formatCount, formatList, pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";

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

/** Result of items that needed no request. */
export const ALREADY_UP_TO_DATE = "Already up to date.";
export const FIRST_ATTEMPT_SUCCEEDED = "The first attempt succeeded, so the change wasn't resent.";
export const DEPENDENCY_FAILED = "Skipped: an earlier step failed.";
export const DEPENDENCY_NOT_UNDONE = "Skipped: a change that must be undone first can't be undone.";
export const NOT_IN_JOURNAL = "This change is no longer in Activity, so it can't be undone.";

export function failureMessage({ title, detail }: Pick<Problem, "title" | "detail">): string {
  return `${title}. ${detail}`;
}

export function precheckFailedMessage(problem: Pick<Problem, "title" | "detail">): string {
  return `Couldn't check the current state. ${failureMessage(problem)}`;
}

export function creationUnknownMessage({ title }: Pick<Problem, "title">): string {
  return `${title}. The record may still have been created. Check the list before you create it again.`;
}

/** Summarizes a result: "988 done, 7 failed, and 5 with unknown outcome." */
export function bulkJobResultMessage(counts: Readonly<Record<ItemStatus, number>>): string {
  const parts = [
    `${formatCount(counts.done)} done`,
    counts.failed > 0 && `${formatCount(counts.failed)} failed`,
    counts.unknown > 0 && `${formatCount(counts.unknown)} with unknown outcome`,
    counts.changed > 0 && pluralize(counts.changed, "conflict", "conflicts"),
    counts.waiting > 0 && `${formatCount(counts.waiting)} not sent`,
  ].filter((part) => part !== false);
  return `${formatList(parts)}.`;
}
