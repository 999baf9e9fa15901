import { useState } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { BulkActions } from "@/features/subscriptions/bulk/bulk-actions";
import { BulkTask } from "@/features/subscriptions/bulk/lazy-bulk-dialog";
import type { BulkOperation } from "@/features/subscriptions/bulk/plan-bulk-changes";
import { idOf } from "@/features/subscriptions/model/subscription-labels";
import { SelectionBar } from "@/ui/collection-table/selection-bar";
import type { RowId } from "@/ui/data-table/data-table-types";

interface SubscriptionSelectionProps {
  readonly view: "active" | "bin";
  readonly selection: ReadonlySet<RowId>;
  /** The records themselves, shown or not. */
  readonly selected: readonly Subscription[];
  /** The rows that match. */
  readonly rows: readonly Subscription[];
  readonly onChange: (selection: ReadonlySet<RowId>) => void;
  readonly onDownload: () => void;
}

interface ChosenBulk {
  readonly kind: BulkOperation["kind"];
  readonly records: readonly Subscription[];
}

/** What can be done to the selected records; nothing while there are none. */
export function SubscriptionSelection(props: SubscriptionSelectionProps) {
  const { view, selection, selected, rows, onChange, onDownload } = props;
  const [bulk, setBulk] = useState<ChosenBulk | null>(null);
  return (
    <>
      <SelectionBar selection={selection} rows={rows} idOf={idOf} onChange={onChange}>
        <BulkActions
          view={view}
          onDownload={onDownload}
          onChoose={(kind) => setBulk({ kind, records: selected })}
        />
      </SelectionBar>
      {/* Stands also when a run has taken the last selected record away. */}
      {bulk && <BulkTask {...bulk} onClose={() => setBulk(null)} />}
    </>
  );
}
