import { useState } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { BulkActions } from "@/features/subscriptions/bulk/bulk-actions";
import { LazyBulkDialog } from "@/features/subscriptions/bulk/lazy-bulk-dialog";
import type { BulkOperation } from "@/features/subscriptions/bulk/plan-bulk-changes";
import { subscriptionId } from "@/features/subscriptions/model/subscription-labels";
import { SelectionBar } from "@/ui/collection-table/selection-bar";
import type { RowId } from "@/ui/data-table/data-table-types";

interface SubscriptionSelectionProps {
  readonly view: "active" | "trash";
  readonly selection: ReadonlySet<RowId>;
  /** Selected records, including those that the search hides. */
  readonly selected: readonly Subscription[];
  readonly rows: readonly Subscription[];
  readonly onChange: (selection: ReadonlySet<RowId>) => void;
  readonly onDownload: () => void;
}

interface RequestedSelectionBulk {
  readonly kind: BulkOperation["kind"];
  readonly records: readonly Subscription[];
}

export function SubscriptionSelection(props: SubscriptionSelectionProps) {
  const { view, selection, selected, rows, onChange, onDownload } = props;
  const [requestedBulk, setRequestedBulk] = useState<RequestedSelectionBulk | null>(null);
  return (
    <>
      <SelectionBar selection={selection} rows={rows} getRowId={subscriptionId} onChange={onChange}>
        <BulkActions
          view={view}
          onDownload={onDownload}
          onSelectAction={(kind) => setRequestedBulk({ kind, records: selected })}
        />
      </SelectionBar>
      {/* Outside the bar, so that the dialog stays open when the selection becomes empty. */}
      {requestedBulk && <LazyBulkDialog {...requestedBulk} onClose={() => setRequestedBulk(null)} />}
    </>
  );
}
