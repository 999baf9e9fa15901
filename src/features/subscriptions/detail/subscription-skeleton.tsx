import { Skeleton } from "@/ui/feedback/states";
import facts from "./subscription-facts.module.css";
import classes from "./subscription-skeleton.module.css";

/** Rows per card of a typical weekly subscription, to avoid layout shift. */
const FACT_CARD_ROWS = [4, 4, 8, 2, 5];
const LINE_WIDTHS = ["40%", "62%", "28%", "50%"];

export function SubscriptionSkeleton() {
  return (
    <div className={facts.facts} role="status" aria-busy="true" aria-label="Loading subscription…">
      {FACT_CARD_ROWS.map((rows, card) => (
        // The order is constant, so the index is a stable key.
        <div key={`${card} ${rows}`} className={classes.card} aria-hidden="true">
          <div className={classes.head}>
            <Skeleton width={96} />
          </div>
          <div className={classes.rows}>
            {Array.from({ length: rows }, (_, row) => (
              <div key={row} className={classes.row}>
                <Skeleton width={88} />
                <Skeleton width={LINE_WIDTHS[(card + row) % LINE_WIDTHS.length]} />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
