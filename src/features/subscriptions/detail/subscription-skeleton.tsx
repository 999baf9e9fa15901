import { Skeleton } from "@/ui/feedback/states";
import facts from "./subscription-facts.module.css";
import classes from "./subscription-skeleton.module.css";

/** Rows of the cards of a weekly delivery to two people, in the order of the page: hardly anything moves when it comes. */
const FACT_CARD_ROWS = [4, 4, 8, 2, 5];
const LINE_WIDTHS = ["40%", "62%", "28%", "50%"];

/** The shape of a delivery's page while it is on its way. */
export function SubscriptionSkeleton() {
  return (
    <div className={facts.facts} role="status" aria-busy="true" aria-label="Loading the delivery">
      {FACT_CARD_ROWS.map((rows, card) => (
        // The cards never change their places.
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
