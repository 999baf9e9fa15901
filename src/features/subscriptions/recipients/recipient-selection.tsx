import { useScopeRefusal } from "@/data/client/use-connection-status";
import { WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import type { Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
import { keyOf } from "@/features/subscriptions/recipients/model/recipient-labels";
import { SelectionBar } from "@/ui/collection-table/selection-bar";
import type { RowId } from "@/ui/data-table/data-table-types";
import { DownloadButton } from "@/ui/download/download-button";
import { ReasonButton } from "@/ui/primitives/button-with-disabled-reason";
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

/** What can be done to the selected recipients; nothing while there are none. */
export function RecipientSelection(props: RecipientSelectionProps) {
  const { selection, selected, rows, onChange, onDownload, onTask } = props;
  const refusal = useScopeRefusal(WRITE_SCOPE);
  return (
    <SelectionBar selection={selection} rows={rows} idOf={keyOf} onChange={onChange}>
      <DownloadButton onClick={onDownload} />
      <ReasonButton
        variant="default"
        size="compact-sm"
        disabledReason={refusal}
        onClick={() => onTask({ kind: "remove", recipients: selected })}
      >
        Remove everywhere…
      </ReasonButton>
    </SelectionBar>
  );
}
