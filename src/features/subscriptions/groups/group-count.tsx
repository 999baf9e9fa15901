import { useEffect, useRef } from "react";
import { formatCount, pluralForm, pluralize } from "@/lib/text/numbers";
import { useAnnounce } from "@/ui/feedback/announcer";
import classes from "./groups.module.css";

interface GroupCountProps {
  readonly singular: string;
  readonly plural: string;
  readonly total: number;
  /** Number of matching groups. Null without a filter. */
  readonly matching: number | null;
  readonly isBusy: boolean;
  readonly onClear: () => void;
}

/** Announcements wait until the user has stopped typing. */
const ANNOUNCE_DELAY_MS = 700;

/**
 * Shows "63 recipients in" or "5 of 63 recipients match · Clear in". The toolbar completes the sentence with the
 * number of subscriptions.
 */
export function GroupCount({ singular, plural, total, matching, isBusy, onClear }: GroupCountProps) {
  const announce = useAnnounce();
  const announcedCount = useRef(matching);
  useEffect(() => {
    if (isBusy || announcedCount.current === matching) return;
    const timer = setTimeout(() => {
      announcedCount.current = matching;
      announce(
        matching === null
          ? "Search cleared"
          : `${pluralize(matching, singular, plural)} ${pluralForm(matching, "matches", "match")}`,
      );
    }, ANNOUNCE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [matching, isBusy, announce, singular, plural]);

  const totalLabel = pluralize(total, singular, plural);
  return (
    <span className={classes.count} aria-busy={isBusy}>
      {matching === null ? (
        `${totalLabel} in`
      ) : (
        <>
          <span>{`${formatCount(matching)} of ${totalLabel} ${pluralForm(matching, "matches", "match")}`}</span>
          <button type="button" className={classes.clear} onClick={onClear}>
            Clear
          </button>
          in
        </>
      )}
    </span>
  );
}
