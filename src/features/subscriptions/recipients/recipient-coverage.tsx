import type { CollectionState } from "@/data/collection/collection";
import { formatCount } from "@/lib/text/numbers";
import { Notice } from "@/ui/feedback/states";
import classes from "./recipient-drawer.module.css";

/** How many deliveries "everywhere" reaches. */
export interface RecipientReach {
  /** Deliveries the recipients were made of. */
  readonly looked: number;
  /** Deliveries there are outside the bin, by the server's count; null when all were looked at. */
  readonly all: number | null;
}

/** What recipients that were made of so many deliveries of a collection stand for. */
export function reachOf(
  { phase, records, count }: Pick<CollectionState<object>, "phase" | "records" | "count">,
  looked: number,
): RecipientReach {
  // Of a complete collection the last pages may not be made out yet.
  const isWhole = phase === "complete" && looked >= records.length;
  return { looked, all: isWhole ? null : Math.max(count ?? 0, records.length) };
}

const IN_THE_BIN = "Deliveries in the bin keep their recipients.";

/** Says which deliveries a change everywhere leaves alone. */
export function ReachNotice({ reach: { looked, all } }: { readonly reach: RecipientReach }) {
  if (all === null) return <p className={classes.kept}>{IN_THE_BIN}</p>;
  const so = all > looked ? `Only ${formatCount(looked)} of ${formatCount(all)}` : formatCount(looked);
  return (
    <Notice tone="warning">{`${so} deliveries are loaded; the others are not touched. ${IN_THE_BIN}`}</Notice>
  );
}
