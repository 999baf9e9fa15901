import { CollectionBar, type CollectionProgress } from "@/ui/collection-table/collection-bar";
import { unreachable } from "./kit-errors";

const HALF: CollectionProgress = {
  phase: "loading",
  records: { length: 3_400 },
  count: 12_000,
  miscount: 0,
  pageSize: 1_000,
  isRefreshing: false,
  changes: null,
  isOutdated: false,
  loadedAt: null,
};
const WHOLE: CollectionProgress = {
  ...HALF,
  phase: "complete",
  records: { length: 12_000 },
  loadedAt: Date.now(),
};

const BARS: readonly { readonly progress: CollectionProgress; readonly matching: number | null }[] = [
  { progress: HALF, matching: null },
  { progress: { ...HALF, phase: "paused" }, matching: 37 },
  { progress: { ...HALF, phase: "asking", pageSize: 10 }, matching: null },
  { progress: { ...HALF, phase: "failed" }, matching: null },
  { progress: { ...WHOLE, changes: { added: 2, changed: 1, removed: 3 } }, matching: null },
  { progress: { ...WHOLE, count: 12_007, miscount: 7, isOutdated: true }, matching: 0 },
];

/** The line on a collection, in each of its phases. */
export function KitCollectionBars() {
  return BARS.map(({ progress, matching }, place) => (
    <CollectionBar
      key={place}
      state={progress}
      one="delivery"
      other="deliveries"
      found={{ matching, isFinding: false }}
      problem={progress.phase === "failed" ? unreachable : null}
      now={new Date()}
      steering={STEERING}
      onClear={nothing}
    />
  ));
}

function nothing() {}

const STEERING = {
  pause: nothing,
  resume: nothing,
  loadAll: nothing,
  refresh: nothing,
  seenChanges: nothing,
};
