import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { type BoardRow, boardFacts, boardProgress } from "@/features/vitals/model/board-rows";
import { pluralize } from "@/lib/text/numbers";
import { useAnnounce } from "@/ui/feedback/announcer";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { IconButton } from "@/ui/primitives/link-button";
import { RefreshIcon } from "@/ui/theme/icons";
import { boardLoadedAnnouncement, loadingSummary } from "./board-messages";
import classes from "./board-status-bar.module.css";

interface BoardStatusBarProps {
  readonly rows: readonly BoardRow[];
  readonly view: "table" | "cards";
  readonly linkTo: (view: "table" | "cards") => { readonly search: string };
  readonly onRefresh: () => void;
  readonly now: Date;
}

const VIEW_OPTIONS = [
  { view: "table", label: "Table" },
  { view: "cards", label: "Cards" },
] as const;

export function BoardStatusBar({ rows, view, linkTo, onRefresh, now }: BoardStatusBarProps) {
  const progress = boardProgress(rows);
  const { totalCount: all, pending, failed } = progress;
  useAnnounceLoaded(pending, all, failed);
  return (
    <div className={classes.bar}>
      <span className={classes.count}>{pluralize(all, "path", "paths")}</span>
      <span className={classes.facts}>
        {pending > 0 ? (
          <progress
            className={classes.progress}
            aria-label="Loading web vitals"
            value={all - pending}
            max={all}
          />
        ) : (
          <BoardFactsList rows={rows} now={now} />
        )}
      </span>
      <span className={classes.count}>{loadingSummary(progress)}</span>
      <div className={classes.end} data-no-print>
        <IconButton
          label="Refresh"
          icon={<RefreshIcon />}
          size={28}
          // A `disabled` button would lose focus.
          aria-disabled={progress.isFetching}
          onClick={() => {
            if (!progress.isFetching) onRefresh();
          }}
        />
        <nav className={classes.views} aria-label="View">
          {VIEW_OPTIONS.map((option) => (
            <Link
              key={option.view}
              to={linkTo(option.view)}
              className={classes.view}
              aria-current={view === option.view ? "true" : undefined}
            >
              {option.label}
            </Link>
          ))}
        </nav>
      </div>
    </div>
  );
}

/** Shows the period and percentile only if they are the same for all paths. */
function BoardFactsList({ rows, now }: Pick<BoardStatusBarProps, "rows" | "now">) {
  const { period, timezone, percentile, reference, oldest, hasDifferentPeriods: differ } = boardFacts(rows);
  const zone = timezone === null ? "" : ` (${timezone})`;
  const details = [
    percentile,
    period === null ? null : `${period}${zone}`,
    reference === null ? null : `compared with ${reference}`,
  ].filter((option) => option !== null);
  return (
    <>
      {details.join(" · ")}
      {differ && `${details.length > 0 ? " · " : ""}periods or percentiles differ between paths`}
      {oldest !== null && (
        <>
          {details.length > 0 || differ ? " · " : ""}
          computed <TimeStamp iso={oldest} now={now} isPast />
        </>
      )}
    </>
  );
}

function useAnnounceLoaded(pending: number, all: number, failed: number): void {
  const announce = useAnnounce();
  const before = useRef(pending);
  useEffect(() => {
    if (before.current > 0 && pending === 0 && all > 0) {
      announce(boardLoadedAnnouncement(all, failed));
    }
    before.current = pending;
  }, [announce, pending, all, failed]);
}
