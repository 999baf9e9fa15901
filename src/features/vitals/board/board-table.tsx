import { Box, Group } from "@mantine/core";
import { useEffect, useMemo, useState } from "react";
import { Link } from "react-router-dom";
import { useApi } from "@/data/backend/backend";
import {
  type BoardRow,
  DEFAULT_BOARD_SORT,
  isPending,
  metricColumnId,
  pathLabel,
  rowResponse,
} from "@/features/vitals/model/board-rows";
import { paths } from "@/lib/url/paths";
import { formatSortParam, type SortStep } from "@/lib/url/url-state";
import { getVitalThreshold } from "@/lib/web-vitals/vital-thresholds";
import { DataTable } from "@/ui/data-table/data-table";
import type { Column, RowAction, RowId } from "@/ui/data-table/data-table-types";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { ActionMenu } from "@/ui/overlay/action-menu";
import shared from "@/ui/theme/shared.module.css";
import classes from "./board.module.css";
import { MetricCell, OverallCell } from "./board-cell";

export interface BoardViewProps {
  /** Rows in display order. */
  readonly rows: readonly BoardRow[];
  readonly metrics: readonly string[];
  readonly onRefresh: (path: string) => void;
  readonly rowActions: (row: BoardRow) => readonly RowAction[];
  readonly selection: ReadonlySet<RowId>;
  readonly onSelectionChange: (selection: ReadonlySet<RowId>) => void;
}

interface BoardTableProps extends BoardViewProps {
  readonly sort: readonly SortStep[];
  readonly onSortChange: (sort: readonly SortStep[]) => void;
}

export function BoardTable(props: BoardTableProps) {
  const { rows, metrics, onRefresh, sort } = props;
  const { projectId } = useApi();
  const names = JSON.stringify(metrics);
  const columns = useMemo(
    () => createBoardColumns(metrics, onRefresh),
    // oxlint-disable-next-line react/exhaustive-deps -- each response creates `metrics`; `names` is its content
    [names, onRefresh],
  );
  const isWaiting = useWaitsForAllPaths(rows);
  const appliedSort = sort.length === 0 ? DEFAULT_BOARD_SORT : sort;
  return (
    <DataTable
      label="Web vitals"
      columns={columns}
      rows={rows}
      loading={isWaiting}
      rowId={boardRowId}
      rowLabel={({ path }) => pathLabel(path)}
      rowHref={({ path }) => paths.vital(projectId, path)}
      rowActions={props.rowActions}
      rowNoun={PATH_NOUN}
      refetching={rows.some(({ data, isFetching }) => data !== null && isFetching)}
      sort={appliedSort}
      onSortChange={(next) => props.onSortChange(formatSortParam(next) === DEFAULT_SORT_PARAM ? [] : next)}
      // Preserves the scroll position when loaded values reorder the rows.
      orderKey={formatSortParam(appliedSort)}
      selection={props.selection}
      onSelectionChange={props.onSelectionChange}
    />
  );
}

export function boardRowId({ path }: BoardRow): string {
  return path;
}

const PATH_NOUN = { singular: "path", plural: "paths" };
const DEFAULT_SORT_PARAM = formatSortParam(DEFAULT_BOARD_SORT);

/** Total width of the metric columns, in percent of the table. Fits the longest rating at 1,280 px. */
const METRICS_WIDTH_SHARE = 58.4;

function createBoardColumns(
  metrics: readonly string[],
  onRefresh: (path: string) => void,
): readonly Column<BoardRow>[] {
  return [
    { id: "path", header: "Path", cell: ({ path }) => pathLabel(path), sortable: true },
    {
      id: "overall",
      header: "Overall",
      width: "172px",
      wideOnly: true,
      narrow: "detail",
      sortable: true,
      cell: (row) => <OverallCell row={row} listsOverBudget onRefresh={onRefresh} />,
    },
    ...metrics.map((metric) => ({
      id: metricColumnId(metric),
      header: metric,
      width: metricWidth(metrics.length),
      sortable: true,
      cell: (row: BoardRow) => <MetricCell row={row} metric={metric} />,
    })),
  ];
}

/** Returns the width of a metric column. At 1,024 px, four columns fit the longest rating in small type. */
function metricWidth(count: number): string {
  const share = METRICS_WIDTH_SHARE / count;
  return count > 4 ? `${share}%` : `clamp(136px, ${share}cqw, ${count === 4 ? 172 : 240}px)`;
}

/** Maximum time for which the rows wait for each other, in ms. */
const MAX_WAIT_MS = 500;

/**
 * Whether to hide the rows until all paths have loaded. The final sort would move visible
 * rows. Returns false after `MAX_WAIT_MS`.
 */
export function useWaitsForAllPaths(rows: readonly BoardRow[]): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return !isOver && rows.some(isPending);
}

export function BoardCards(props: BoardViewProps) {
  return (
    <ul className={`${shared.list} ${classes.cards}`} aria-label="Web vitals">
      {props.rows.map((row) => (
        <li key={row.path} className={`${shared.card} ${classes.card}`}>
          <BoardCard row={row} {...props} />
        </li>
      ))}
    </ul>
  );
}

function BoardCard({ row, metrics, onRefresh, ...props }: BoardViewProps & { readonly row: BoardRow }) {
  const { projectId } = useApi();
  const name = pathLabel(row.path);
  const response = rowResponse(row);
  function select(isOn: boolean) {
    const next = new Set(props.selection);
    if (isOn) next.add(row.path);
    else next.delete(row.path);
    props.onSelectionChange(next);
  }
  return (
    <>
      <Group gap={4} wrap="nowrap" mih={32}>
        <label className={classes.check} data-no-print>
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={props.selection.has(row.path)}
            onChange={(event) => select(event.currentTarget.checked)}
          />
        </label>
        <Box component="h2" flex={1} miw={0} fz="md" className={`${shared.anywhere} ${classes.path}`}>
          <Link to={paths.vital(projectId, row.path)}>{name}</Link>
        </Box>
        <span data-no-print>
          <ActionMenu label={`Actions for ${name}`} actions={() => props.rowActions(row)} />
        </span>
      </Group>
      <Group gap="2px 12px" justify="space-between" mih={24} mb="xs">
        <OverallCell row={row} onRefresh={onRefresh} />
        {response?.computedAt && (
          <span className={shared.caption}>
            Computed <TimeStamp iso={response.computedAt} isPast />
          </span>
        )}
      </Group>
      <dl className={classes.metrics}>
        {metrics.map((metric) => (
          <div key={metric}>
            <dt title={getVitalThreshold(metric)?.name}>{metric}</dt>
            <dd>
              <MetricCell row={row} metric={metric} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
