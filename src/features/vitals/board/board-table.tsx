import { useMemo } from "react";
import type { VitalBudgets } from "@/data/browser-storage/vital-budgets";
import { useApi } from "@/data/client/api-context";
import { type BoardRow, nameOfPath, USUAL_SORT } from "@/features/vitals/model/board-rows";
import type { SortStep } from "@/lib/search/record-order";
import { writeSort } from "@/lib/search/sort-param";
import { paths } from "@/lib/url/paths";
import { DataTable } from "@/ui/data-table/data-table";
import { type RowAction, type RowId } from "@/ui/data-table/data-table-types";
import { boardColumns } from "./board-columns";

/** What the table and the cards need. */
export interface BoardViewProps {
  /** In their order. */
  readonly rows: readonly BoardRow[];
  readonly metrics: readonly string[];
  readonly budgets: VitalBudgets;
  readonly onAsk: (path: string) => void;
  readonly rowActions: (row: BoardRow) => readonly RowAction[];
  readonly selection: ReadonlySet<RowId>;
  readonly onSelectionChange: (selection: ReadonlySet<RowId>) => void;
}

interface BoardTableProps extends BoardViewProps {
  readonly sort: readonly SortStep[];
  readonly onSortChange: (sort: readonly SortStep[]) => void;
}

/** The board as a table: a row for each path. */
export function BoardTable(props: BoardTableProps) {
  const { rows, metrics, budgets, onAsk, sort } = props;
  const { projectId } = useApi();
  const names = JSON.stringify(metrics);
  const columns = useMemo(
    () => boardColumns({ metrics, budgets, onAsk }),
    // oxlint-disable-next-line react/exhaustive-deps -- each answer makes `metrics` anew; `names` says what is in it
    [names, budgets, onAsk],
  );
  const shown = sort.length === 0 ? USUAL_SORT : sort;
  return (
    <DataTable
      label="Web vitals"
      columns={columns}
      rows={rows}
      rowId={pathOf}
      rowLabel={({ path }) => nameOfPath(path)}
      rowHref={({ path }) => paths.vital(projectId, path)}
      rowActions={props.rowActions}
      rowsWord={WORD}
      refetching={rows.some(({ data, isFetching }) => data !== null && isFetching)}
      sort={shown}
      onSortChange={(next) => props.onSortChange(writeSort(next) === USUAL ? [] : next)}
      // Figures that arrive move rows about: what a person reads keeps its place.
      orderKey={writeSort(shown)}
      selection={props.selection}
      onSelectionChange={props.onSelectionChange}
    />
  );
}

/** What tells a row of the board from the others. */
export function pathOf({ path }: BoardRow): string {
  return path;
}

const WORD = { one: "path", other: "paths" };
const USUAL = writeSort(USUAL_SORT);
