import { CollectionBar, type CollectionProgress } from "@/ui/collection-table/collection-bar";
import { UNREACHABLE_PROBLEM } from "./kit-errors";

const PARTIALLY_LOADED: CollectionProgress = {
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
const FULLY_LOADED: CollectionProgress = {
  ...PARTIALLY_LOADED,
  phase: "complete",
  records: { length: 12_000 },
  loadedAt: Date.now(),
};

const BAR_STATES: readonly { readonly progress: CollectionProgress; readonly matching: number | null }[] = [
  { progress: PARTIALLY_LOADED, matching: null },
  { progress: { ...PARTIALLY_LOADED, phase: "paused" }, matching: 37 },
  { progress: { ...PARTIALLY_LOADED, phase: "asking", pageSize: 10 }, matching: null },
  { progress: { ...PARTIALLY_LOADED, phase: "failed" }, matching: null },
  { progress: { ...FULLY_LOADED, changes: { added: 2, changed: 1, removed: 3 } }, matching: null },
  { progress: { ...FULLY_LOADED, count: 12_007, miscount: 7, isOutdated: true }, matching: 0 },
];

export function KitCollectionBars() {
  return BAR_STATES.map(({ progress, matching }, index) => (
    <CollectionBar
      key={index}
      state={progress}
      singular="delivery"
      plural="deliveries"
      found={{ matching, isFinding: false }}
      problem={progress.phase === "failed" ? UNREACHABLE_PROBLEM : null}
      now={new Date()}
      controls={CONTROLS}
      onClear={noop}
    />
  ));
}

function noop() {}

const CONTROLS = {
  pause: noop,
  resume: noop,
  loadAll: noop,
  refresh: noop,
  dismissChanges: noop,
};
