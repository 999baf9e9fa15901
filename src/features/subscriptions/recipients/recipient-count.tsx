import { useEffect, useRef } from "react";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { useAnnounce } from "@/ui/feedback/announcer";
import classes from "./recipients.module.css";

interface RecipientCountProps {
  readonly total: number;
  /** Null without a filter. */
  readonly matching: number | null;
  readonly isBusy: boolean;
  readonly onClear: () => void;
}

/** Avoids announcements while the user types. */
const ANNOUNCE_DELAY_MS = 700;

/** Renders "63 recipients in" or "5 of 63 recipients match · Clear in". The bar continues with the subscriptions. */
export function RecipientCount({ total, matching, isBusy, onClear }: RecipientCountProps) {
  const announce = useAnnounce();
  const announcedCount = useRef(matching);
  useEffect(() => {
    if (isBusy || announcedCount.current === matching) return;
    const timer = setTimeout(() => {
      announcedCount.current = matching;
      announce(
        matching === null ? "Filter cleared" : `${pluralize(matching, "recipient", "recipients")} match`,
      );
    }, ANNOUNCE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [matching, isBusy, announce]);

  const totalLabel = pluralize(total, "recipient", "recipients");
  return (
    <span className={classes.count} aria-busy={isBusy}>
      {matching === null ? (
        `${totalLabel} in`
      ) : (
        <>
          <span>{`${formatCount(matching)} of ${totalLabel} match`}</span>
          <button type="button" className={classes.clear} onClick={onClear}>
            Clear
          </button>
          in
        </>
      )}
    </span>
  );
}
