import { Button } from "@mantine/core";
import type { Subscription } from "@/contract/subscriptions";
import type { LoadedList } from "@/data/collection/loaded-list";
import { formatCount } from "@/lib/text/numbers";
import { Notice } from "@/ui/feedback/states";
import classes from "./edit-file.module.css";

interface ImportLoadingProps {
  readonly lists: readonly LoadedList<Subscription>[];
  /** Is content with what is loaded. */
  readonly onCompare: () => void;
}

/** Says how much of what the file is compared with is loaded, and how to go on. */
export function ImportLoading({ lists, onCompare }: ImportLoadingProps) {
  const loadedCount = lists.reduce((sum, { state }) => sum + state.records.length, 0);
  const totalCount = lists.reduce(
    (sum, { state }) => sum + Math.max(state.count ?? 0, state.records.length),
    0,
  );
  const incompleteLists = lists.filter(({ state }) => state.phase !== "complete");
  const isLoading = incompleteLists.every(
    ({ state }) => state.phase === "loading" || state.phase === "first",
  );
  const resumeLoading = () => {
    for (const { collection, state } of incompleteLists) {
      if (state.phase === "asking") collection.loadAll();
      else collection.resume();
    }
  };
  return (
    <Notice
      tone="info"
      title={`${formatCount(loadedCount)} of ${formatCount(totalCount)} deliveries are loaded`}
      action={
        <div className={classes.source}>
          {!isLoading && (
            <Button variant="default" size="compact-sm" onClick={resumeLoading}>
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
