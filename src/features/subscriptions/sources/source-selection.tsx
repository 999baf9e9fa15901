import { useState } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { BulkActions } from "@/features/subscriptions/bulk/bulk-actions";
import { LazyBulkDialog } from "@/features/subscriptions/bulk/lazy-bulk-dialog";
import type { BulkOperation } from "@/features/subscriptions/bulk/plan-bulk-changes";
import { CoverageNotice, type GroupCoverage } from "@/features/subscriptions/groups/group-coverage";
import { groupRowId } from "@/features/subscriptions/groups/group-labels";
import type { VisibleGroups } from "@/features/subscriptions/groups/group-table";
import { SelectionBar } from "@/ui/collection-table/selection-bar";
import type { SourceGroup } from "./source-index";

interface SourceSelectionProps extends VisibleGroups<SourceGroup> {
  readonly coverage: GroupCoverage;
}

interface RequestedBulk {
  readonly kind: BulkOperation["kind"];
  readonly records: readonly Subscription[];
  /** Coverage at the time when the user chose the action. */
  readonly coverage: GroupCoverage;
}

export function SourceSelection(props: SourceSelectionProps) {
  const { selection, selected, rows, setSelection, openDownload, coverage } = props;
  const [requested, setRequested] = useState<RequestedBulk | null>(null);
  return (
    <>
      <SelectionBar selection={selection} rows={rows} getRowId={groupRowId} onChange={setSelection}>
        <BulkActions
          view="active"
          onDownload={openDownload}
          onSelectAction={(kind) =>
            setRequested({ kind, records: selected.flatMap(({ records }) => records), coverage })
          }
        />
      </SelectionBar>
      {/* Outside the bar, so that the dialog stays open when the selection becomes empty. */}
      {requested && (
        <LazyBulkDialog
          kind={requested.kind}
          records={requested.records}
          note={<CoverageNotice coverage={requested.coverage} />}
          onClose={() => setRequested(null)}
        />
      )}
    </>
  );
}
