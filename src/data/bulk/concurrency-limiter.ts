import type { QueryClient } from "@tanstack/react-query";

/** Requests of bulk runs on their way at once, of all runs together. */
const AT_ONCE = 4;

/** What the runs of one backend share, so that two of them do not ask twice as much of the server. */
export interface BulkLane {
  /** True where another request may go out; it counts until `leave`. */
  readonly enter: () => boolean;
  readonly leave: () => void;
  /** Has a run's function called whenever there is room. Earlier runs come first. */
  readonly join: (pump: () => void) => void;
  readonly part: (pump: () => void) => void;
  readonly wakeAll: () => void;
}

const LANES = new WeakMap<QueryClient, BulkLane>();

/** The lane of a backend, made on first use. */
export function bulkLane(queries: QueryClient): BulkLane {
  const lane = LANES.get(queries) ?? createLane();
  LANES.set(queries, lane);
  return lane;
}

function createLane(): BulkLane {
  const pumps = new Set<() => void>();
  let busy = 0;
  return {
    enter() {
      if (busy >= AT_ONCE) return false;
      busy += 1;
      return true;
    },
    leave: () => {
      busy -= 1;
    },
    join: (pump) => void pumps.add(pump),
    part: (pump) => void pumps.delete(pump),
    wakeAll() {
      for (const pump of pumps) pump();
    },
  };
}
