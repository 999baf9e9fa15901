import { Button, Skeleton, Stack, VisuallyHidden } from "@mantine/core";
import { useApi } from "@/data/backend/backend";
import { useVitalBudgets, type VitalBudgets } from "@/data/browser-storage/project-settings";
import type { BoardRow } from "@/features/vitals/model/board-rows";
import {
  getWorstRating,
  isPending,
  pathLabel,
  pathProblem,
  rowResponse,
} from "@/features/vitals/model/board-rows";
import { getBudgetState } from "@/features/vitals/model/vital-budgets";
import { findReading, NO_DATA } from "@/features/vitals/model/vital-reading";
import { OtherSpelling, VitalFigure } from "@/features/vitals/parts/vital-figure";
import { pluralize } from "@/lib/text/numbers";
import { RATING_TONES, ratingLabel } from "@/lib/web-vitals/vital-thresholds";
import { Status } from "@/ui/primitives/status";
import { RefreshIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import classes from "./board.module.css";

interface MetricCellProps {
  readonly row: BoardRow;
  readonly metric: string;
  /** Highest value among the compared rows. */
  readonly scaleMax?: number | undefined;
}

export function MetricCell(props: MetricCellProps) {
  const { budgets } = useVitalBudgets(useApi());
  return (
    <div className={classes.cell} data-budgets={budgets.size > 0 || undefined}>
      <MetricState {...props} budgets={budgets} />
    </div>
  );
}

function MetricState(props: MetricCellProps & { readonly budgets: VitalBudgets }) {
  const { row, metric, budgets, scaleMax } = props;
  const response = rowResponse(row);
  if (isPending(row)) return <CellSkeleton />;
  if (response === null) {
    return (
      <span className={shared.caption}>
        <span aria-hidden="true">—</span>
        <VisuallyHidden>Not loaded</VisuallyHidden>
      </span>
    );
  }
  const reading = findReading(response, metric);
  if (reading === null) {
    return (
      <span className={shared.caption}>{response.readings.length === 0 ? NO_DATA : "Not available"}</span>
    );
  }
  const otherSeriesCount =
    response.readings.filter((candidate) => candidate.metric === reading.metric).length - 1;
  return (
    <>
      <VitalFigure reading={reading} budgets={budgets} scaleMax={scaleMax} />
      {otherSeriesCount > 0 && (
        <div className={shared.caption}>{`${otherSeriesCount} more series in details`}</div>
      )}
    </>
  );
}

/** Shows a placeholder as tall as a loaded value, to avoid a layout shift. */
function CellSkeleton() {
  return (
    <Stack gap={10} justify="center" mih={103} aria-busy="true">
      <VisuallyHidden>Loading</VisuallyHidden>
      <Skeleton width={72} />
      <Skeleton width={96} />
      <Skeleton width="90%" />
    </Stack>
  );
}

interface OverallCellProps extends FailedCellProps {
  /** True in the table. Phones hide its metric columns, so this cell lists the metrics over budget. */
  readonly listsOverBudget?: boolean;
}

/** Shows the worst rating and the metrics over budget. After a failure, shows a retry button. */
export function OverallCell({ row, listsOverBudget = false, onRefresh }: OverallCellProps) {
  const { budgets } = useVitalBudgets(useApi());
  const response = rowResponse(row);
  if (isPending(row)) {
    return (
      <div className={classes.overall} aria-busy="true">
        <VisuallyHidden>Loading</VisuallyHidden>
        <Skeleton width={64} />
      </div>
    );
  }
  if (response === null) return <FailedCell row={row} onRefresh={onRefresh} />;
  const worstRating = getWorstRating(row);
  const overBudget = response.readings.filter(
    (reading) => listsOverBudget && getBudgetState(budgets, reading)?.isOver,
  );
  const noteCount =
    response.notes.length + response.readings.reduce((total, { notes }) => total + notes.length, 0);
  return (
    <div className={classes.overall}>
      {worstRating === null ? (
        <Status tone="neutral" label={response.hasData ? "Not rated" : "No data"} />
      ) : (
        <Status tone={RATING_TONES[worstRating.rating]} label={ratingLabel(worstRating.rating)} />
      )}
      {!response.hasData && <OtherSpelling path={row.path} />}
      {overBudget.length > 0 && (
        <span className={classes.warning}>
          {[...new Set(overBudget.map(({ metric }) => metric))].join(", ")} over budget
        </span>
      )}
      {worstRating && worstRating.rating !== "good" && (
        <span className={`${shared.caption} ${classes.note}`}>
          {worstRating.metrics.map((metric, index) => (
            <span key={metric}>
              {index > 0 && ", "}
              {metric}
              {/* Phones show no metric columns. */}
              <span className={classes.narrowValue}> {findReading(response, metric)?.text}</span>
            </span>
          ))}
        </span>
      )}
      {row.error !== null && <span className={classes.warning}>Refresh failed</span>}
      {noteCount > 0 && (
        <span className={`${shared.caption} ${classes.note}`}>{pluralize(noteCount, "note", "notes")}</span>
      )}
    </div>
  );
}

interface FailedCellProps {
  readonly row: BoardRow;
  readonly onRefresh: (path: string) => void;
}

function FailedCell({ row, onRefresh }: FailedCellProps) {
  const problem = pathProblem(row);
  return (
    <div className={classes.overall} title={`${problem.title}. ${problem.detail}`}>
      <Status tone="danger" label="Failed" />
      {problem.canRetry && (
        <Button
          leftSection={<RefreshIcon size={12} />}
          aria-label={`Try again: ${pathLabel(row.path)}`}
          onClick={() => onRefresh(row.path)}
        >
          Try again
        </Button>
      )}
    </div>
  );
}
