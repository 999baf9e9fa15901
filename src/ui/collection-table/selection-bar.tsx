import type { ReactNode } from "react";
import type { RowId } from "@/ui/data-table/data-table-types";
import { BulkBar } from "./bulk-bar";

interface SelectionBarProps<Row> {
  readonly selection: ReadonlySet<RowId>;
  /** The rows that match. */
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => RowId;
  readonly onChange: (selection: ReadonlySet<RowId>) => void;
  /** What can be done to the selected rows. */
  readonly children: ReactNode;
}

/** The bar of a selection among rows of which a search may hide some; nothing while nothing is selected. */
export function SelectionBar<Row>({ selection, rows, idOf, onChange, children }: SelectionBarProps<Row>) {
  if (selection.size === 0) return null;
  const seen = rows.reduce((sum, row) => sum + (selection.has(idOf(row)) ? 1 : 0), 0);
  return (
    <BulkBar
      count={selection.size}
      hidden={selection.size - seen}
      total={rows.length}
      onSelectAll={() => onChange(new Set([...selection, ...rows.map(idOf)]))}
      onClear={() => onChange(new Set())}
    >
      {children}
    </BulkBar>
  );
}
