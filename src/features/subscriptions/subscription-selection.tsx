import { lazy, Suspense, useState } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { BulkBar } from "@/ui/bulk-bar";
import type { RowId } from "@/ui/data-table";
import { BulkActions } from "./bulk/bulk-actions";
import type { BulkOperation } from "./bulk/bulk-plan";

const BulkDialog = lazy(() =>
  import("./bulk/bulk-dialog").then((module) => ({ default: module.BulkDialog })),
);

interface SubscriptionSelectionProps {
  readonly view: "active" | "bin";
  readonly selection: ReadonlySet<RowId>;
  /** All that are loaded, shown or not. */
  readonly records: readonly Subscription[];
  /** The rows that match. */
  readonly rows: readonly { readonly id: number }[];
  readonly onChange: (selection: ReadonlySet<RowId>) => void;
  readonly onDownload: () => void;
}

interface ChosenBulk {
  readonly kind: BulkOperation["kind"];
  readonly records: readonly Subscription[];
}

/** What can be done to the selected records; nothing while there are none. */
export function SubscriptionSelection(props: SubscriptionSelectionProps) {
  const { view, selection, records, rows, onChange, onDownload } = props;
  const [bulk, setBulk] = useState<ChosenBulk | null>(null);
  const seen = selection.size === 0 ? 0 : rows.reduce((sum, { id }) => sum + (selection.has(id) ? 1 : 0), 0);
  return (
    <>
      {selection.size > 0 && (
        <BulkBar
          count={selection.size}
          hidden={selection.size - seen}
          total={rows.length}
          onSelectAll={() => onChange(new Set([...selection, ...rows.map(({ id }) => id)]))}
          onClear={() => onChange(new Set())}
        >
          <BulkActions
            view={view}
            onDownload={onDownload}
            onChoose={(kind) => setBulk({ kind, records: records.filter(({ id }) => selection.has(id)) })}
          />
        </BulkBar>
      )}
      {/* Stands also when a run has taken the last selected record away. */}
      <Suspense fallback={null}>{bulk && <BulkDialog {...bulk} onClose={() => setBulk(null)} />}</Suspense>
    </>
  );
}
