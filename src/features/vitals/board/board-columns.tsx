import type { VitalBudgets } from "@/data/browser-storage/vital-budgets";
import { type BoardRow, metricColumnId, pathLabel } from "@/features/vitals/model/board-rows";
import type { Column } from "@/ui/data-table/data-table-types";
import { MetricCell, OverallCell } from "./board-cell";

/**
 * Total width of the metric columns, in percent of the table. Fits the longest rating at 1,280 px.
 */
const METRICS_WIDTH_SHARE = 58.4;

interface BoardColumnsOptions {
  readonly metrics: readonly string[];
  readonly budgets: VitalBudgets;
  readonly onRefresh: (path: string) => void;
}

export function createBoardColumns({
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
