import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import type { SortStep } from "@/lib/search/record-order";
import { BulkBar } from "@/ui/collection-table/bulk-bar";
import { ColumnMenu } from "@/ui/collection-table/column-menu";
import { nudgeColumnWidth, resetColumnWidths } from "@/ui/data-table/column-widths";
import { DataTable } from "@/ui/data-table/data-table";
import { type Column, type RowAction, type RowId } from "@/ui/data-table/data-table-types";
import { useToasts } from "@/ui/feedback/toasts";
import { Status } from "@/ui/primitives/status";
import { CopyIcon } from "@/ui/theme/icons";
import classes from "./kit.module.css";

interface Made {
  readonly id: number;
  readonly title: string;
  readonly source: string;
  readonly by: string;
  readonly size: number;
}

const MANY = 100_000;
const WIDTHS = "kit";

function made(id: number): Made {
  return {
    id,
    title: `Report ${id}${id % 9 === 0 ? ", by country and by week, with and without the trial" : ""}`,
    source: `Dashboard ${id % 40}`,
    by: ["Ana Lima", "Raj Patel", "Mei Chen"][id % 3] ?? "",
    size: (id * 7919) % 1000,
  };
}

const columns: readonly Column<Made>[] = [
  { id: "title", header: "Title", width: "34%", cell: (row) => row.title, sortable: true },
  { id: "source", header: "Source", width: "140px", cell: (row) => row.source, sortable: true },
  { id: "by", header: "Created by", cell: (row) => row.by, phone: "hidden", sortable: true },
  { id: "size", header: "Size", width: "90px", align: "end", cell: (row) => row.size, sortable: true },
  { id: "state", header: "State", width: "110px", cell: () => <Status tone="positive" label="Active" /> },
];

function compare(one: Made, other: Made, sort: readonly SortStep[]): number {
  for (const { columnId, direction } of sort) {
    const column = columnId === "size" || columnId === "source" || columnId === "by" ? columnId : "title";
    const order =
      typeof one[column] === "number"
        ? Number(one[column]) - Number(other[column])
        : String(one[column]).localeCompare(String(other[column]));
    if (order !== 0) return direction === "descending" ? -order : order;
  }
  return 0;
}

/** A table of 100,000 made rows. */
export function KitLongTable() {
  const toasts = useToasts();
  const [rows, setRows] = useState(() => Array.from({ length: MANY }, (_, place) => made(place + 1)));
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set([3]));
  const [sort, setSort] = useState<readonly SortStep[]>([]);
  const [selection, setSelection] = useState<ReadonlySet<RowId>>(new Set());
  const [visible, setVisible] = useState<readonly string[]>(columns.map(({ id }) => id));
  const [density, setDensity] = useState<"comfortable" | "compact">("comfortable");
  const sorted = useMemo(
    () => (sort.length === 0 ? rows : rows.toSorted((a, b) => compare(a, b, sort))),
    [rows, sort],
  );
  const shown = useMemo(() => columns.filter(({ id }) => visible.includes(id)), [visible]);
  const rowActions = (row: Made): readonly RowAction[] => [
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
    const added = Array.from({ length: 25 }, (_, place) => made(rows.length + place + 1));
    setRows([...added, ...rows]);
    setFresh(new Set(added.map(({ id }) => id)));
  }

  return (
    <div>
      <div className={classes.row}>
        <ColumnMenu
          columns={columns.map(({ id, header }) => ({ id, header, canHide: id !== "title" }))}
          visible={visible}
          onChange={setVisible}
          density={density}
          onDensityChange={setDensity}
          onResetWidths={() => resetColumnWidths(WIDTHS)}
          onNudgeWidth={(columnId, by) => nudgeColumnWidth(WIDTHS, { columnId, by })}
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
        columns={shown}
        rows={sorted}
        rowId={(row) => row.id}
        rowLabel={(row) => row.title}
        rowHref={(row) => `/kit?row=${row.id}`}
        rowActions={rowActions}
        rowMark={(row) => (fresh.has(row.id) ? "new" : row.id === 5 ? "changed" : undefined)}
        rowsWord={{ one: "report", other: "reports" }}
        density={density}
        sort={sort}
        onSortChange={setSort}
        selection={selection}
        onSelectionChange={setSelection}
        widthsKey={WIDTHS}
      />
      {selection.size > 0 && (
        <BulkBar
          count={selection.size}
          total={sorted.length}
          onSelectAll={() => setSelection(new Set(sorted.map(({ id }) => id)))}
          onClear={() => setSelection(new Set())}
        >
          <Button size="compact-sm" onClick={() => toasts.show({ title: "Duplicated" })}>
            Duplicate
          </Button>
        </BulkBar>
      )}
    </div>
  );
}
