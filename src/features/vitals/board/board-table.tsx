import { useMemo } from "react";
import type { VitalBudgets } from "@/data/browser-storage/project-settings";
import { useApi } from "@/data/client/api-context";
import {
  type BoardRow,
  DEFAULT_BOARD_SORT,
  metricColumnId,
  pathLabel,
} from "@/features/vitals/model/board-rows";
import { formatSortParam, type SortStep } from "@/lib/search/list-search-params";
import { paths } from "@/lib/url/paths";
import { DataTable } from "@/ui/data-table/data-table";
import type { Column, RowAction, RowId } from "@/ui/data-table/data-table-types";
import { MetricCell, OverallCell } from "./board-cell";
import { useWaitsForAllPaths } from "./use-waits-for-all-paths";

export interface BoardViewProps {
  /** Rows in display order. */
  readonly rows: readonly BoardRow[];
  readonly metrics: readonly string[];
  readonly budgets: VitalBudgets;
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
  const { rows, metrics, budgets, onRefresh, sort } = props;
  const { projectId } = useApi();
  const names = JSON.stringify(metrics);
  const columns = useMemo(
    () => createBoardColumns({ metrics, budgets, onRefresh }),
    // oxlint-disable-next-line react/exhaustive-deps -- each response creates `metrics`; `names` is its content
    [names, budgets, onRefresh],
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

/**
 * Total width of the metric columns, in percent of the table. Fits the longest rating at 1,280 px.
 */
const METRICS_WIDTH_SHARE = 58.4;

interface BoardColumnsOptions {
  readonly metrics: readonly string[];
  readonly budgets: VitalBudgets;
  readonly onRefresh: (path: string) => void;
}

function createBoardColumns({
  metrics,
  budgets,
  onRefresh,
}: BoardColumnsOptions): readonly Column<BoardRow>[] {
  return [
    { id: "path", header: "Path", cell: ({ path }) => pathLabel(path), sortable: true },
    {
      id: "overall",
      header: "Overall",
      width: "172px",
      wideOnly: true,
      narrow: "detail",
      sortable: true,
      cell: (row) => <OverallCell row={row} budgets={budgets} onRefresh={onRefresh} />,
    },
    ...metrics.map((metric) => ({
      id: metricColumnId(metric),
      header: metric,
      width: metricWidth(metrics.length),
      sortable: true,
      cell: (row: BoardRow) => <MetricCell row={row} metric={metric} budgets={budgets} />,
    })),
  ];
}

/**
 * Returns the width of a metric column. At 1,024 px, four columns fit the longest rating in small
 * type.
 */
function metricWidth(count: number): string {
  const share = METRICS_WIDTH_SHARE / count;
  return count > 4 ? `${share}%` : `clamp(136px, ${share}cqw, ${count === 4 ? 172 : 240}px)`;
}
