import type { ReactNode } from "react";
import type { RowId } from "@/ui/data-table/data-table-types";
import { BulkBar } from "./bulk-bar";

interface SelectionBarProps<Row> {
  readonly selection: ReadonlySet<RowId>;
  readonly rows: readonly Row[];
  readonly getRowId: (row: Row) => RowId;
  readonly onChange: (selection: ReadonlySet<RowId>) => void;
  readonly children: ReactNode;
}

export function SelectionBar<Row>({ selection, rows, getRowId, onChange, children }: SelectionBarProps<Row>) {
  if (selection.size === 0) return null;
  const visibleSelectedCount = rows.reduce((sum, row) => sum + (selection.has(getRowId(row)) ? 1 : 0), 0);
  return (
    <BulkBar
      count={selection.size}
      hiddenCount={selection.size - visibleSelectedCount}
      matchingCount={rows.length}
      onSelectAll={() => onChange(new Set([...selection, ...rows.map(getRowId)]))}
      onClear={() => onChange(new Set())}
    >
      {children}
    </BulkBar>
  );
}
