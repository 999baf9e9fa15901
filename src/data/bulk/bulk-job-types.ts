import type { Api } from "@/data/backend/backend";
import type { PlannedChange } from "@/data/changes/planned-change";
import type { Problem } from "@/lib/text/problem";
import type { ItemStatus } from "./bulk-job-items";

/**
 * `throttled`: waits until `retryAt`, then continues. `stopping`: waits for requests in flight,
 * then stops or pauses. `stopped`: stopped by the user. `paused`: further requests would probably
 * fail with `problem`. `finished`: no item is waiting or in flight.
 */
export type BulkJobPhase = "running" | "throttled" | "stopping" | "stopped" | "paused" | "finished";

/** Immutable snapshot of a job. Listeners are notified at most ten times per second. */
export interface BulkJobState {
  readonly phase: BulkJobPhase;
  readonly counts: Readonly<Record<ItemStatus, number>>;
  /** Number of items that the plan doesn't skip. */
  readonly toSend: number;
  /** End of the wait for the request budget, in ms since 1970. Null without. */
  readonly retryAt: number | null;
  /** Whether it waits because the server refused a request, so that `Client.retryNow` ends the wait. */
  readonly canRetryNow: boolean;
  readonly problem: Problem | null;
  /** Increases when a status changes. Callers then read `statusAt` and `reasonAt` again. */
  readonly version: number;
}

/** Sends many changes, a few at a time. Continues after the user leaves the page. */
export interface BulkJob {
  /** Job ID, which is also the batch ID of its journal entries. */
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
  /** Stops sending. Requests in flight finish. */
  readonly stop: () => void;
  readonly resume: () => void;
  /** Retries failed items. Checks the records of items with an unknown outcome first. */
  readonly retryFailed: () => void;
  /** Number of items that `retryFailed` sends. Excludes creations with an unknown outcome. */
  readonly countRetriable: () => number;
}
