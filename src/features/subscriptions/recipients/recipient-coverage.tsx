import type { CollectionState } from "@/data/collection/collection";
import { formatCount } from "@/lib/text/numbers";
import { Notice } from "@/ui/feedback/states";
import classes from "./recipient-drawer.module.css";

/** How many deliveries "everywhere" reaches. */
export interface RecipientCoverage {
  /** Deliveries the recipients were made of. */
  readonly indexedCount: number;
  /** Deliveries there are outside the bin, by the server's count; null when all were looked at. */
  readonly totalCount: number | null;
}

/** What recipients that were made of so many deliveries of a collection stand for. */
export function getRecipientCoverage(
  { phase, records, count }: Pick<CollectionState<object>, "phase" | "records" | "count">,
  indexedCount: number,
): RecipientCoverage {
  // Of a complete collection the last pages may not be made out yet.
  const isComplete = phase === "complete" && indexedCount >= records.length;
  return { indexedCount, totalCount: isComplete ? null : Math.max(count ?? 0, records.length) };
}

const TRASH_NOTE = "Deliveries in the bin keep their recipients.";

/** Says which deliveries a change everywhere leaves alone. */
export function CoverageNotice({
  coverage: { indexedCount, totalCount },
}: {
  readonly coverage: RecipientCoverage;
}) {
  if (totalCount === null) return <p className={classes.noWrap}>{TRASH_NOTE}</p>;
  const soFar =
    totalCount > indexedCount
      ? `Only ${formatCount(indexedCount)} of ${formatCount(totalCount)}`
      : formatCount(indexedCount);
  return (
    <Notice tone="warning">{`${soFar} deliveries are loaded; the others are not touched. ${TRASH_NOTE}`}</Notice>
  );
}
