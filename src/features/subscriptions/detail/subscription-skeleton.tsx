import { Skeleton } from "@mantine/core";
import { TwoColumns } from "@/ui/page/two-columns";
import facts from "./subscription-facts.module.css";
import classes from "./subscription-skeleton.module.css";

const LINE_WIDTHS = ["40%", "62%", "28%", "50%"];

/** Shows the layout of a typical weekly subscription, to avoid a layout shift. */
export function SubscriptionSkeleton() {
  return (
    <div className={facts.facts} role="status" aria-busy="true" aria-label="Loading subscription">
      <div className={facts.summary}>
        <Skeleton width="min(100%, 420px)" />
      </div>
      <TwoColumns aside={<CardSkeleton rows={7} lines={2} />}>
        <CardSkeleton rows={2} lines={1} />
        <CardSkeleton rows={6} lines={1} />
      </TwoColumns>
    </div>
  );
}

interface CardSkeletonProps {
  readonly rows: number;
  /** Number of lines per row. Facts have two, because the label is above the value. */
  readonly lines: 1 | 2;
}

function CardSkeleton({ rows, lines }: CardSkeletonProps) {
  return (
    <div className={classes.card} aria-hidden="true">
      <div className={classes.head}>
        <Skeleton width={96} />
      </div>
      <div className={classes.rows}>
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className={classes.row} data-lines={lines}>
            {lines === 2 && <Skeleton width={64} />}
            <Skeleton width={LINE_WIDTHS[row % LINE_WIDTHS.length]} />
          </div>
        ))}
      </div>
    </div>
  );
}
