import { Button } from "@mantine/core";
import { lazy, Suspense } from "react";
import type { RowId } from "@/ui/data-table";
import { DownloadIcon } from "@/ui/icons";

const BulkBar = lazy(() => import("@/ui/bulk-bar").then((module) => ({ default: module.BulkBar })));

interface SubscriptionSelectionProps {
  readonly selection: ReadonlySet<RowId>;
  /** The rows that match. */
  readonly rows: readonly { readonly id: number }[];
  readonly onChange: (selection: ReadonlySet<RowId>) => void;
  readonly onDownload: () => void;
}

/** The selection without records that the list does not have any more; the same one while all are there. */
export function withoutGone(
  selection: ReadonlySet<RowId>,
  records: readonly { readonly id: number }[],
): ReadonlySet<RowId> {
  if (selection.size === 0) return selection;
  const left = records.flatMap(({ id }) => (selection.has(id) ? [id] : []));
  return left.length === selection.size ? selection : new Set(left);
}

/** What can be done to the selected records; nothing while there are none. */
export function SubscriptionSelection({ selection, rows, onChange, onDownload }: SubscriptionSelectionProps) {
  if (selection.size === 0) return null;
  const seen = rows.reduce((sum, { id }) => sum + (selection.has(id) ? 1 : 0), 0);
  return (
    <Suspense fallback={null}>
      <BulkBar
        count={selection.size}
        hidden={selection.size - seen}
        total={rows.length}
        onSelectAll={() => onChange(new Set([...selection, ...rows.map(({ id }) => id)]))}
        onClear={() => onChange(new Set())}
      >
        <Button variant="default" size="compact-sm" leftSection={<DownloadIcon />} onClick={onDownload}>
          Download
        </Button>
      </BulkBar>
    </Suspense>
  );
}
