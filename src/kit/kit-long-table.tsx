import { useMemo, useState } from "react";
import type { SortStep } from "@/lib/search/record-order";
import { BulkBar } from "@/ui/collection-table/bulk-bar";
import { ColumnMenu } from "@/ui/collection-table/column-menu";
import { requestColumnResize, resetColumnWidths } from "@/ui/data-table/column-widths";
import { DataTable } from "@/ui/data-table/data-table";
import { type Column, type RowAction, type RowId } from "@/ui/data-table/data-table-types";
import { useToasts } from "@/ui/feedback/toasts";
import { Button } from "@/ui/primitives/button";
import { Status } from "@/ui/primitives/status";
import { CopyIcon } from "@/ui/theme/icons";
import classes from "./kit.module.css";

interface Report {
  readonly id: number;
  readonly title: string;
  readonly source: string;
  readonly author: string;
  readonly size: number;
}

const ROW_COUNT = 100_000;
const WIDTHS_KEY = "kit";

function createReport(id: number): Report {
  return {
    id,
    title: `Report ${id}${id % 9 === 0 ? ", by country and by week, with and without the trial" : ""}`,
    source: `Dashboard ${id % 40}`,
    author: ["Ana Lima", "Raj Patel", "Mei Chen"][id % 3] ?? "",
    size: (id * 7919) % 1000,
  };
}

const COLUMNS: readonly Column<Report>[] = [
  { id: "title", header: "Title", width: "34%", cell: (row) => row.title, sortable: true },
  { id: "source", header: "Source", width: "140px", cell: (row) => row.source, sortable: true },
  { id: "author", header: "Created by", cell: (row) => row.author, wideOnly: true, sortable: true },
  { id: "size", header: "Size", width: "90px", align: "end", cell: (row) => row.size, sortable: true },
  { id: "state", header: "State", width: "110px", cell: () => <Status tone="positive" label="Active" /> },
];

function compareReports(first: Report, second: Report, sort: readonly SortStep[]): number {
  for (const { columnId, direction } of sort) {
    const column = columnId === "size" || columnId === "source" || columnId === "author" ? columnId : "title";
    const order =
      typeof first[column] === "number"
        ? Number(first[column]) - Number(second[column])
        : String(first[column]).localeCompare(String(second[column]));
    if (order !== 0) return direction === "descending" ? -order : order;
  }
  return 0;
}

export function KitLongTable() {
  const toasts = useToasts();
  const [rows, setRows] = useState(() =>
    Array.from({ length: ROW_COUNT }, (_, index) => createReport(index + 1)),
  );
  const [newIds, setNewIds] = useState<ReadonlySet<number>>(new Set([3]));
  const [sort, setSort] = useState<readonly SortStep[]>([]);
  const [selection, setSelection] = useState<ReadonlySet<RowId>>(new Set());
  const [visibleIds, setVisibleIds] = useState<readonly string[]>(COLUMNS.map(({ id }) => id));
  const [density, setDensity] = useState<"comfortable" | "compact">("comfortable");
  const sorted = useMemo(
    () => (sort.length === 0 ? rows : rows.toSorted((a, b) => compareReports(a, b, sort))),
    [rows, sort],
  );
  const visibleColumns = useMemo(() => COLUMNS.filter(({ id }) => visibleIds.includes(id)), [visibleIds]);
  const rowActions = (row: Report): readonly RowAction[] => [
    {
      id: "copy",
      key: "c",
      label: "Duplicate",
      icon: <CopyIcon />,
      onSelect: () => void toasts.show({ title: `Duplicated ${row.title}` }),
    },
    {
      id: "remove",
      key: "d",
      label: "Take away",
      onSelect: () => setRows((before) => before.filter((each) => each !== row)),
    },
  ];

  function addAbove() {
    const added = Array.from({ length: 25 }, (_, index) => createReport(rows.length + index + 1));
    setRows([...added, ...rows]);
    setNewIds(new Set(added.map(({ id }) => id)));
  }

  return (
    <div>
      <div className={classes.row}>
        <ColumnMenu
          columns={COLUMNS.map(({ id, header }) => ({ id, header, canHide: id !== "title" }))}
          visibleIds={visibleIds}
          onChange={setVisibleIds}
          density={density}
          onDensityChange={setDensity}
          onResetWidths={() => resetColumnWidths(WIDTHS_KEY)}
          onResizeColumn={(columnId, author) =>
            requestColumnResize(WIDTHS_KEY, { columnId, deltaPx: author })
          }
        />
        <Button variant="default" onClick={addAbove}>
          Add 25 above
        </Button>
        <Button variant="default" onClick={() => toasts.show({ title: "Saved" })}>
          Say something
        </Button>
      </div>
      <DataTable
        label="Many reports"
        columns={visibleColumns}
        rows={sorted}
        rowId={(row) => row.id}
        rowLabel={(row) => row.title}
        rowHref={(row) => `/kit?row=${row.id}`}
        rowActions={rowActions}
        rowMark={(row) => (newIds.has(row.id) ? "new" : row.id === 5 ? "changed" : undefined)}
        rowNoun={{ singular: "report", plural: "reports" }}
        density={density}
        sort={sort}
        onSortChange={setSort}
        selection={selection}
        onSelectionChange={setSelection}
        widthsKey={WIDTHS_KEY}
      />
      {selection.size > 0 && (
        <BulkBar
          count={selection.size}
          matchingCount={sorted.length}
          onSelectAll={() => setSelection(new Set(sorted.map(({ id }) => id)))}
          onClear={() => setSelection(new Set())}
        >
          <Button onClick={() => toasts.show({ title: "Duplicated" })}>Duplicate</Button>
        </BulkBar>
      )}
    </div>
  );
}
