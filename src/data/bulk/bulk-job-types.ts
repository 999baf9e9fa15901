import type { PlannedChange } from "@/data/changes/planned-change";
import type { Api } from "@/data/client/api-context";
import type { Problem } from "@/lib/text/problem";
import type { ItemStatus } from "./bulk-job-items";

/**
 * `throttled`: waits until `retryAt`, then continues. `stopping`: waits for requests in flight. `stopped`: stopped by
 * the user. `paused`: every further request would fail with `problem`. `finished`: no items are waiting.
 */
export type BulkJobPhase = "running" | "throttled" | "stopping" | "stopped" | "paused" | "finished";

/** An immutable snapshot. Listeners are notified about ten times per second at most. */
export interface BulkJobState {
  readonly phase: BulkJobPhase;
  readonly counts: Readonly<Record<ItemStatus, number>>;
  /** Number of items that need a request. */
  readonly toSend: number;
  /** When the job continues, in ms since 1970. Null unless `throttled`. */
  readonly retryAt: number | null;
  readonly problem: Problem | null;
  /** Increases when a status changes, so that callers know when to read `statusAt` and `reasonAt` again. */
  readonly version: number;
}

/** Sends many changes, a few at a time. Continues when the user leaves the page. */
export interface BulkJob {
  /** ID of the job, and the batch ID of its journal entries. */
  readonly id: string;
  readonly label: string;
  readonly api: Api;
  /** In ms since 1970. */
  readonly startedAt: number;
  readonly changes: readonly PlannedChange[];
  readonly get: () => BulkJobState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly statusAt: (index: number) => ItemStatus;
  readonly reasonAt: (index: number) => string | null;
  /** Stops sending. Requests in flight still finish. */
  readonly stop: () => void;
  readonly resume: () => void;
  /** Retries failed items. Items with an unknown outcome are checked first. */
  readonly retryFailed: () => void;
  /** Number of items that `retryFailed` sends. Excludes creations with an unknown outcome. */
  readonly countRetriable: () => number;
}
