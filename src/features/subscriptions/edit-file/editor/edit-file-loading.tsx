import { Button } from "@mantine/core";
import type { Subscription } from "@/contract/subscriptions";
import type { LoadedList } from "@/data/collection/loaded-list";
import { formatCount } from "@/lib/text/numbers";
import { Notice } from "@/ui/feedback/states";
import classes from "./edit-file.module.css";

interface PlanLoadingProps {
  readonly lists: readonly LoadedList<Subscription>[];
  /** Is content with what is loaded. */
  readonly onCompare: () => void;
}

/** Says how much of what the file is compared with is loaded, and how to go on. */
export function PlanLoading({ lists, onCompare }: PlanLoadingProps) {
  const loaded = lists.reduce((sum, { state }) => sum + state.records.length, 0);
  const all = lists.reduce((sum, { state }) => sum + Math.max(state.count ?? 0, state.records.length), 0);
  const waiting = lists.filter(({ state }) => state.phase !== "complete");
  const isLoading = waiting.every(({ state }) => state.phase === "loading" || state.phase === "first");
  const goOn = () => {
    for (const { collection, state } of waiting) {
      if (state.phase === "asking") collection.loadAll();
      else collection.resume();
    }
  };
  return (
    <Notice
      tone="info"
      title={`${formatCount(loaded)} of ${formatCount(all)} deliveries are loaded`}
      action={
        <div className={classes.source}>
          {!isLoading && (
            <Button variant="default" size="compact-sm" onClick={goOn}>
              Load all
            </Button>
          )}
          <Button variant="default" size="compact-sm" onClick={onCompare}>
            Compare with what is loaded
          </Button>
        </div>
      }
    >
      The file is compared once all are here. Compared before, what is not loaded counts as unknown, and
      nothing is offered to be deleted because it is not in the file.
    </Notice>
  );
}
