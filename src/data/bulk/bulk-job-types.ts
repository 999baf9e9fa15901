import type { PlannedChange } from "@/data/changes/planned-change";
import type { Api } from "@/data/client/api-context";
import type { Problem } from "@/lib/text/problem";
import type { ItemStatus } from "./bulk-job-items";

/**
 * `running`: requests go out. `throttled`: the server asked to wait, it goes on by itself. `stopping`: what is on its
 * way is finished. `stopped`: by the person. `paused`: by what every further request would meet, see `problem`.
 * `finished`: nothing waits any more.
 */
export type BulkJobPhase = "running" | "throttled" | "stopping" | "stopped" | "paused" | "finished";

/** A run at a moment; a new object after every change, told at most about ten times a second. */
export interface BulkJobState {
  readonly phase: BulkJobPhase;
  readonly counts: Readonly<Record<ItemStatus, number>>;
  /** Records something is sent for. */
  readonly toSend: number;
  /** While `throttled`: when it goes on, in ms since 1970. */
  readonly retryAt: number | null;
  /** While `paused`: why. */
  readonly problem: Problem | null;
  /** Grows with every change of a record: `statusAt` and `reasonAt` may answer anew. */
  readonly version: number;
}

/** Many writes, a few at a time. It lives on when its page is left. */
export interface BulkJob {
  /** The journal's batch of its writes. */
  readonly id: string;
  readonly label: string;
  readonly api: Api;
  /** When it began, in ms since 1970. */
  readonly startedAt: number;
  readonly changes: readonly PlannedChange[];
  readonly get: () => BulkJobState;
  readonly subscribe: (listener: () => void) => () => void;
  /** What became of the write at this place of `writes`. */
  readonly statusAt: (index: number) => ItemStatus;
  /** Why, as a sentence or two; null where there is nothing to say. */
  readonly reasonAt: (index: number) => string | null;
  /** Sends nothing new; what is on its way is finished. */
  readonly stop: () => void;
  /** Goes on after `stop` or a pause. */
  readonly resume: () => void;
  /** Sends again what failed; what may have been done is looked at first. */
  readonly retryFailed: () => void;
  /** Records that `retryFailed` sends again: a creation without an answer is not among them. */
  readonly countRetriable: () => number;
}
