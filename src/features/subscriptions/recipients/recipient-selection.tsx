import { useMissingScopeMessage } from "@/data/client/use-connection-status";
import { SUBSCRIPTION_WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import type { Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
import { recipientRowId } from "@/features/subscriptions/recipients/model/recipient-labels";
import { SelectionBar } from "@/ui/collection-table/selection-bar";
import type { RowId } from "@/ui/data-table/data-table-types";
import { DownloadButton } from "@/ui/download/download-button";
import { ButtonWithDisabledReason } from "@/ui/primitives/button-with-disabled-reason";
import type { RecipientTask } from "./recipient-task";

interface RecipientSelectionProps {
  readonly selection: ReadonlySet<RowId>;
  readonly selected: readonly Recipient[];
  /** The filtered rows. */
  readonly rows: readonly Recipient[];
  readonly onChange: (selection: ReadonlySet<RowId>) => void;
  readonly onDownload: () => void;
  readonly onStartTask: (task: RecipientTask) => void;
}

export function RecipientSelection(props: RecipientSelectionProps) {
  const { selection, selected, rows, onChange, onDownload, onStartTask } = props;
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  return (
    <SelectionBar selection={selection} rows={rows} getRowId={recipientRowId} onChange={onChange}>
      <DownloadButton onClick={onDownload} />
      <ButtonWithDisabledReason
        variant="default"
        disabledReason={refusal}
        onClick={() => onStartTask({ kind: "remove", recipients: selected })}
      >
        Remove everywhere…
      </ButtonWithDisabledReason>
    </SelectionBar>
  );
}
