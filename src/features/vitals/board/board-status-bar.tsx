import { Box, Button, Group } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { HttpError } from "@/api/errors";
import { isEndpointUnavailable, useRetryRefusedEndpoints } from "@/data/backend/optional-endpoint";
import { useProjectError } from "@/data/projects/projects";
import {
  type BoardRow,
  boardFacts,
  boardProgress,
  pathLabel,
  pathNames,
  pathProblem,
} from "@/features/vitals/model/board-rows";
import { formatCount, pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { paths } from "@/lib/url/paths";
import { Notice, ProjectError } from "@/ui/feedback/states";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { announce } from "@/ui/feedback/toasts";
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
  const before = useRef(pending);
  useEffect(() => {
    if (before.current > 0 && pending === 0 && all > 0) {
      announce(boardLoadedAnnouncement(all, failed));
    }
    before.current = pending;
  }, [pending, all, failed]);
}

/** Returns the failed rows that have no data, except those being retried. */
export function getFailedRows(rows: readonly BoardRow[]): readonly BoardRow[] {
  return rows.filter(({ data, error, isFetching }) => data === null && error !== null && !isFetching);
}

/** Whether two problems are the same. Ignores different wait times of throttled requests. */
function isSameProblem(left: Problem, right: Problem): boolean {
  return left.title === right.title && (left.detail === right.detail || right.retryAt !== undefined);
}

/** Returns the first row if all paths failed with the same problem. Otherwise returns null. */
export function getCommonFailure(rows: readonly BoardRow[]): BoardRow | null {
  const failed = getFailedRows(rows);
  const [first] = failed;
  if (first === undefined || failed.length < rows.length) return null;
  const problem = pathProblem(first);
  return failed.every((row) => isSameProblem(problem, pathProblem(row))) ? first : null;
}

interface BoardFailureProps {
  readonly row: BoardRow;
  readonly onRetry: () => void;
  readonly onRemove: (path: string) => void;
}

/** Replaces the board when all paths failed with the same problem. */
export function BoardFailure({ row, onRetry, onRemove }: BoardFailureProps) {
  const failure = useProjectError(row.error);
  // A refusal is remembered for a day.
  const retryRefused = useRetryRefusedEndpoints();
  if (failure === null) return null;
  const problem = pathProblem(row);
  const isAboutPath = row.error instanceof HttpError && row.error.status === 400;
  const isRefused = !problem.canRetry && !isAboutPath && isEndpointUnavailable(row.error);
  return (
    <ProjectError
      error={{ ...failure, problem }}
      onRetry={onRetry}
      linkTo={paths.vitals}
      actions={
        <>
          {isRefused ? (
            <Button onClick={retryRefused}>Check again</Button>
          ) : (
            <Button onClick={() => onRemove(row.path)}>{`Remove “${pathLabel(row.path)}” from board`}</Button>
          )}
        </>
      }
    />
  );
}

interface FailureNoticesProps {
  readonly rows: readonly BoardRow[];
  readonly onRefresh: (path: string) => void;
}

/** Failed paths whose problems share a title. `details` maps each detail to its paths. */
interface FailureGroup {
  readonly paths: string[];
  readonly canRetry: boolean;
  readonly details: Map<string, string[]>;
}

/** Lists failed paths above the board, with a notice per title. */
export function BoardFailures({ rows, onRefresh }: FailureNoticesProps) {
  const failureGroups = new Map<string, FailureGroup>();
  for (const row of rows) {
    const { title, detail, canRetry } = pathProblem(row);
    const group = failureGroups.get(title) ?? { paths: [], canRetry, details: new Map<string, string[]>() };
    group.paths.push(row.path);
    group.details.set(detail, [...(group.details.get(detail) ?? []), row.path]);
    failureGroups.set(title, group);
  }
  return [...failureGroups].map(([title, group]) => (
    <div key={title} style={{ marginBottom: 12 }}>
      <Notice
        tone="warning"
        title={title}
        action={
          group.canRetry && (
            <Button onClick={() => group.paths.forEach(onRefresh)}>
              {group.paths.length === 1 ? "Try again" : `Try all ${formatCount(group.paths.length)} again`}
            </Button>
          )
        }
      >
        <FailureDetails details={group.details} />
      </Notice>
    </div>
  ));
}

const MAX_DETAILS = 5;

function FailureDetails({ details }: Pick<FailureGroup, "details">) {
  const otherPaths = [...details.values()].slice(MAX_DETAILS).flat();
  return (
    <>
      {[...details].slice(0, MAX_DETAILS).map(([detail, affectedPaths]) => (
        <p key={detail}>{`${pathNames(affectedPaths)}: ${detail}`}</p>
      ))}
      {otherPaths.length > 0 && <p>{`${pathNames(otherPaths)}: open each path for details.`}</p>}
    </>
  );
}
