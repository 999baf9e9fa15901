import { Box, Button, Group } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { HttpError } from "@/api/errors";
import { useApi } from "@/data/backend/backend";
import { isEndpointUnavailable, retryRefusedEndpoints } from "@/data/backend/optional-endpoint";
import { useProjectError } from "@/data/projects/projects";
import {
  type BoardRow,
  boardFacts,
  isFailed,
  isPending,
  pathLabel,
  pathNames,
  pathProblem,
} from "@/features/vitals/model/board-rows";
import { formatCount, pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { paths } from "@/lib/url/paths";
import { Notice, ProjectError } from "@/ui/feedback/states";
import { TimeStamp, useNow } from "@/ui/feedback/time-stamp";
import { announce } from "@/ui/feedback/toasts";
import { IconButton } from "@/ui/primitives/link-button";
import { RefreshIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import classes from "./board.module.css";

interface BoardStatusBarProps {
  readonly rows: readonly BoardRow[];
  readonly view: "table" | "cards";
  readonly linkTo: (view: "table" | "cards") => { readonly search: string };
  readonly onRefresh: () => void;
}

const VIEW_OPTIONS = [
  { view: "table", label: "Table" },
  { view: "cards", label: "Cards" },
] as const;

export function BoardStatusBar({ rows, view, linkTo, onRefresh }: BoardStatusBarProps) {
  const all = rows.length;
  const pending = rows.filter(isPending).length;
  const failed = rows.filter(isFailed).length;
  const isFetching = rows.some((row) => row.isFetching);
  const progress = [
    pending > 0 && `${formatCount(all - pending - failed)} of ${formatCount(all)} loaded`,
    failed > 0 && `${formatCount(failed)} failed`,
  ];
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
          <BoardFactsList rows={rows} />
        )}
      </span>
      <Box component="span" className={shared.numeric} fw={500}>
        {progress.filter(Boolean).join(", ")}
      </Box>
      <Group gap="xs" className={classes.end} data-no-print>
        <IconButton
          label="Refresh"
          icon={<RefreshIcon />}
          size={28}
          // A `disabled` button would lose focus.
          aria-disabled={isFetching}
          onClick={() => {
            if (!isFetching) onRefresh();
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
function BoardFactsList({ rows }: Pick<BoardStatusBarProps, "rows">) {
  const now = useNow();
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
      const loaded = `Web vitals for ${pluralize(all - failed, "path", "paths")} loaded`;
      announce(failed > 0 ? `${loaded}, ${formatCount(failed)} failed` : loaded);
    }
    before.current = pending;
  }, [pending, all, failed]);
}

/** Whether two problems are the same. Ignores different wait times of throttled requests. */
function isSameProblem(left: Problem, right: Problem): boolean {
  return left.title === right.title && (left.detail === right.detail || right.retryAt !== undefined);
}

/** Returns the first row if all paths failed with the same problem. Otherwise returns null. */
export function getCommonFailure(rows: readonly BoardRow[]): BoardRow | null {
  const [first] = rows;
  if (first === undefined || !rows.every(isFailed)) return null;
  const problem = pathProblem(first);
  return rows.every((row) => isSameProblem(problem, pathProblem(row))) ? first : null;
}

interface BoardFailureProps {
  readonly row: BoardRow;
  readonly onRetry: () => void;
  readonly onRemove: (path: string) => void;
}

/** Replaces the board when all paths failed with the same problem. */
export function BoardFailure({ row, onRetry, onRemove }: BoardFailureProps) {
  const failure = useProjectError(row.error);
  const api = useApi();
  if (failure === null) return null;
  const problem = pathProblem(row);
  const isAboutPath = row.error instanceof HttpError && row.error.status === 400;
  // A refusal is remembered for a day.
  const isRefused = !problem.canRetry && !isAboutPath && isEndpointUnavailable(row.error);
  return (
    <ProjectError
      error={{ ...failure, problem }}
      onRetry={onRetry}
      linkTo={paths.vitals}
      actions={
        isRefused ? (
          <Button onClick={() => retryRefusedEndpoints(api)}>Check again</Button>
        ) : (
          <Button onClick={() => onRemove(row.path)}>{`Remove “${pathLabel(row.path)}” from board`}</Button>
        )
      }
    />
  );
}

interface FailureNoticesProps {
  /** Failed paths. */
  readonly rows: readonly BoardRow[];
  readonly onRefresh: (path: string) => void;
}

const MAX_DETAILS = 5;

/** Lists failed paths above the board, with a notice per title. */
export function BoardFailures({ rows, onRefresh }: FailureNoticesProps) {
  const problems = rows.map((row) => ({ path: row.path, ...pathProblem(row) }));
  const titles = new Set(problems.map(({ title }) => title));
  return [...titles].map((title) => {
    const failures = problems.filter((problem) => problem.title === title);
    const details = [...new Set(failures.map(({ detail }) => detail))];
    const pathsWith = (shownDetails: readonly string[]) =>
      failures.filter(({ detail }) => shownDetails.includes(detail)).map(({ path }) => path);
    const otherPaths = pathsWith(details.slice(MAX_DETAILS));
    return (
      <div key={title} style={{ marginBottom: 12 }}>
        <Notice
          tone="warning"
          title={title}
          action={
            failures[0]?.canRetry && (
              <Button onClick={() => failures.forEach(({ path }) => onRefresh(path))}>
                {failures.length === 1 ? "Try again" : `Try all ${formatCount(failures.length)} again`}
              </Button>
            )
          }
        >
          {details.slice(0, MAX_DETAILS).map((detail) => (
            <p key={detail}>{`${pathNames(pathsWith([detail]))}: ${detail}`}</p>
          ))}
          {otherPaths.length > 0 && <p>{`${pathNames(otherPaths)}: open each path for details.`}</p>}
        </Notice>
      </div>
    );
  });
}
