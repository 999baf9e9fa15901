import { Button } from "@mantine/core";
import type { VitalBudgets } from "@/data/browser-storage/vital-budgets";
import {
  answerOf,
  type BoardRow,
  nameOfPath,
  problemOf,
  RATING_TONES,
  ratingWords,
  worstOf,
} from "@/features/vitals/model/board-rows";
import { NO_DATA, readingOf } from "@/features/vitals/model/vital-reading";
import { VitalFigure } from "@/features/vitals/parts/vital-figure";
import { plural } from "@/lib/text/numbers";
import { Skeleton } from "@/ui/feedback/states";
import { HiddenText } from "@/ui/primitives/hidden-text";
import { Status } from "@/ui/primitives/status";
import { RefreshIcon } from "@/ui/theme/icons";
import classes from "./board.module.css";

interface MetricCellProps {
  readonly row: BoardRow;
  readonly metric: string;
  readonly budgets: VitalBudgets;
}

/** What is known of a metric of a path: the figure, that there is none, or that it is on its way. */
export function MetricCell({ row, metric, budgets }: MetricCellProps) {
  return (
    <div className={classes.cell} data-budgets={budgets.size > 0 || undefined}>
      <MetricState row={row} metric={metric} budgets={budgets} />
    </div>
  );
}

function MetricState({ row, metric, budgets }: MetricCellProps) {
  const answer = answerOf(row);
  if (answer === null) return isLoading(row) ? <CellSkeleton /> : <Unknown />;
  const reading = readingOf(answer, metric);
  if (reading === null) {
    return <span className={classes.dim}>{answer.readings.length === 0 ? NO_DATA : "Not served"}</span>;
  }
  const more = answer.readings.filter((other) => other.metric === reading.metric).length - 1;
  return (
    <>
      <VitalFigure reading={reading} budgets={budgets} />
      {more > 0 && <div className={classes.dim}>{`${more} more on its page`}</div>}
    </>
  );
}

/** Whether a path has nothing to show yet, but may have soon. */
function isLoading({ data, error, isFetching }: BoardRow): boolean {
  return data === null && (error === null || isFetching);
}

function Unknown() {
  return (
    <span className={classes.dim}>
      <span aria-hidden="true">—</span>
      <HiddenText>Not loaded</HiddenText>
    </span>
  );
}

/** Of the size of a figure. */
function CellSkeleton() {
  return (
    <div className={classes.cellSkeleton} aria-busy="true">
      <HiddenText>Loading</HiddenText>
      <Skeleton width={72} />
      <Skeleton width={96} />
      <Skeleton width="90%" />
    </div>
  );
}

interface OverallCellProps {
  readonly row: BoardRow;
  readonly onAsk: (path: string) => void;
}

/** The worst of a path's ratings; or that it failed, with the way to ask again. */
export function OverallCell({ row, onAsk }: OverallCellProps) {
  const answer = answerOf(row);
  if (isLoading(row)) {
    return (
      <div className={classes.overall}>
        <Skeleton width={64} />
      </div>
    );
  }
  if (answer === null) return <Failed row={row} onAsk={onAsk} />;
  const worst = worstOf(row);
  const remarks = answer.notes.length + answer.readings.reduce((sum, { notes }) => sum + notes.length, 0);
  return (
    <div className={classes.overall}>
      {worst === null ? (
        <Status tone="neutral" label={answer.hasData ? "Not rated" : "No data"} />
      ) : (
        <Status tone={RATING_TONES[worst.rating]} label={ratingWords(worst.rating)} />
      )}
      {worst && worst.rating !== "good" && <span className={classes.dim}>{worst.metrics.join(", ")}</span>}
      {row.error !== null && <span className={classes.stale}>Refresh failed</span>}
      {remarks > 0 && <span className={classes.dim}>{plural(remarks, "remark", "remarks")}</span>}
    </div>
  );
}

function Failed({ row, onAsk }: OverallCellProps) {
  const problem = problemOf(row);
  return (
    <div className={classes.overall} title={`${problem.title}. ${problem.detail}`}>
      <Status tone="danger" label="Failed" />
      {problem.canRetry && (
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<RefreshIcon size={12} />}
          aria-label={`Try again: ${nameOfPath(row.path)}`}
          onClick={() => onAsk(row.path)}
        >
          Try again
        </Button>
      )}
    </div>
  );
}
