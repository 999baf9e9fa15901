import { useEffect, useRef } from "react";
import { formatCount, plural } from "@/lib/text/numbers";
import { useAnnounce } from "@/ui/feedback/announcer";
import classes from "./recipients.module.css";

interface RecipientCountProps {
  readonly total: number;
  /** Set while a filter hides some. */
  readonly matching: number | null;
  readonly isBusy: boolean;
  readonly onClear: () => void;
}

/** Ms without a new result before it is said: who types is not talked into. */
const SAY_AFTER = 700;

/** "63 recipients in" or "5 of 63 recipients match · Clear"; what the deliveries behind it are, the bar says. */
export function RecipientCount({ total, matching, isBusy, onClear }: RecipientCountProps) {
  const announce = useAnnounce();
  const said = useRef(matching);
  useEffect(() => {
    if (isBusy || said.current === matching) return;
    const timer = setTimeout(() => {
      said.current = matching;
      announce(
        matching === null ? "The filter is gone" : `${plural(matching, "recipient", "recipients")} match`,
      );
    }, SAY_AFTER);
    return () => clearTimeout(timer);
  }, [matching, isBusy, announce]);

  const all = plural(total, "recipient", "recipients");
  return (
    <span className={classes.count} aria-busy={isBusy}>
      {matching === null ? (
        `${all} in`
      ) : (
        <>
          <span>{`${formatCount(matching)} of ${all} match`}</span>
          <button type="button" className={classes.clear} onClick={onClear}>
            Clear
          </button>
          in
        </>
      )}
    </span>
  );
}
