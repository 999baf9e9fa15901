import type { CollectionState } from "@/data/collection/collection";
import { formatCount } from "@/lib/text/numbers";
import { Notice } from "@/ui/feedback/states";
import shared from "@/ui/theme/shared.module.css";

/** How many subscriptions a change "everywhere" includes, and how many exist. */
export interface GroupCoverage {
  readonly indexedCount: number;
  /** Number of subscriptions on the server, without those in Trash. Null if all are indexed. */
  readonly totalCount: number | null;
}

export function getGroupCoverage(
  { phase, records, count }: Pick<CollectionState<object>, "phase" | "records" | "count">,
  indexedCount: number,
): GroupCoverage {
  // The index may still lack the last pages of a complete collection.
  const isComplete = phase === "complete" && indexedCount >= records.length;
  return { indexedCount, totalCount: isComplete ? null : Math.max(count ?? 0, records.length) };
}

/** Reports which subscriptions a change "everywhere" excludes. */
export function CoverageNotice({
  coverage: { indexedCount, totalCount },
}: {
  readonly coverage: GroupCoverage;
}) {
  if (totalCount === null) return <p className={shared.hint}>Subscriptions in Trash aren't changed.</p>;
  const loadedLabel =
    totalCount > indexedCount
      ? `Only ${formatCount(indexedCount)} of ${formatCount(totalCount)}`
      : formatCount(indexedCount);
  return (
    <Notice tone="warning">{`${loadedLabel} subscriptions are loaded. Subscriptions that aren't loaded or are in Trash aren't changed.`}</Notice>
  );
}
