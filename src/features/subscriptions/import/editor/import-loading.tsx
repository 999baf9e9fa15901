import { Button, Group } from "@mantine/core";
import type { Subscription } from "@/contract/subscriptions";
import type { LoadedList } from "@/data/collection/loaded-list";
import { formatCount } from "@/lib/text/numbers";
import { Notice } from "@/ui/feedback/states";

interface ImportLoadingProps {
  readonly lists: readonly LoadedList<Subscription>[];
  /** Compares the file with the records that have loaded. */
  readonly onCompare: () => void;
}

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
      title={`${formatCount(loadedCount)} of ${formatCount(totalCount)} subscriptions loaded`}
      action={
        <Group gap="4px 16px" justify="space-between">
          {!isLoading && (
            <Button variant="default" onClick={resumeLoading}>
              Load all
            </Button>
          )}
          <Button variant="default" onClick={onCompare}>
            Compare now
          </Button>
        </Group>
      }
    >
      The file is compared once all subscriptions are loaded. If you compare now, some subscriptions can't be
      matched, and none are offered for deletion.
    </Notice>
  );
}
