import { Button } from "@mantine/core";
import { useScopeRefusal } from "@/data/signals";
import { BulkBar } from "@/ui/bulk-bar";
import type { RowId } from "@/ui/data-table";
import { DownloadIcon } from "@/ui/icons";
import { ReasonButton } from "@/ui/reason-button";
import { WRITE_SCOPE } from "../subscription-rules";
import type { Recipient } from "./recipient-book";
import type { RecipientTask } from "./recipient-task";

interface RecipientSelectionProps {
  readonly selection: ReadonlySet<RowId>;
  readonly selected: readonly Recipient[];
  /** The rows that match. */
  readonly rows: readonly Recipient[];
  readonly onChange: (selection: ReadonlySet<RowId>) => void;
  readonly onDownload: () => void;
  readonly onTask: (task: RecipientTask) => void;
}

/** The selection without recipients that are gone; the same one while all are there. */
export function withoutGone(
  selection: ReadonlySet<RowId>,
  recipients: readonly Recipient[],
): ReadonlySet<RowId> {
  if (selection.size === 0) return selection;
  const left = recipients.flatMap(({ key }) => (selection.has(key) ? [key] : []));
  return left.length === selection.size ? selection : new Set(left);
}

/** What can be done to the selected recipients; nothing while there are none. */
export function RecipientSelection(props: RecipientSelectionProps) {
  const { selection, selected, rows, onChange, onDownload, onTask } = props;
  const refusal = useScopeRefusal(WRITE_SCOPE);
  if (selection.size === 0) return null;
  const seen = rows.reduce((sum, { key }) => sum + (selection.has(key) ? 1 : 0), 0);
  return (
    <BulkBar
      count={selection.size}
      hidden={selection.size - seen}
      total={rows.length}
      onSelectAll={() => onChange(new Set([...selection, ...rows.map(({ key }) => key)]))}
      onClear={() => onChange(new Set())}
    >
      <Button variant="default" size="compact-sm" leftSection={<DownloadIcon />} onClick={onDownload}>
        Download
      </Button>
      <ReasonButton
        variant="default"
        size="compact-sm"
        disabledReason={refusal}
        onClick={() => onTask({ kind: "remove", recipients: selected })}
      >
        Remove everywhere…
      </ReasonButton>
    </BulkBar>
  );
}
