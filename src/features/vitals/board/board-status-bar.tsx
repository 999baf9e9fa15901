import { Box, Group } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { type BoardRow, boardFacts, boardProgress } from "@/features/vitals/model/board-rows";
import { pluralize } from "@/lib/text/numbers";
import { useAnnounce } from "@/ui/feedback/announcer";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { IconButton } from "@/ui/primitives/link-button";
import { RefreshIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import classes from "./board.module.css";
import { boardLoadedAnnouncement, loadingSummary } from "./board-messages";

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
    <Group gap="4px 12px" mih={36} mb="xs" fz="sm">
      <Box component="span" className={shared.numeric} fw={500}>
        {pluralize(all, "path", "paths")}
      </Box>
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
      <Box component="span" className={shared.numeric} fw={500}>
        {loadingSummary(progress)}
      </Box>
      <Group gap="xs" className={classes.end} data-no-print>
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
        <nav className={shared.segments} aria-label="View">
          {VIEW_OPTIONS.map((option) => (
            <Link
              key={option.view}
              to={linkTo(option.view)}
              aria-current={view === option.view ? "true" : undefined}
            >
              {option.label}
            </Link>
          ))}
        </nav>
      </Group>
    </Group>
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
