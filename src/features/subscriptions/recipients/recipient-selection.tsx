import { useMissingScopeMessage } from "@/data/client/use-connection-status";
import { groupRowId } from "@/features/subscriptions/groups/group-labels";
import type { VisibleGroups } from "@/features/subscriptions/groups/group-table";
import { SUBSCRIPTION_WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import type { Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
import { SelectionBar } from "@/ui/collection-table/selection-bar";
import { DownloadButton } from "@/ui/download/download-button";
import { ButtonWithDisabledReason } from "@/ui/primitives/button-with-disabled-reason";
import type { RecipientTask } from "./recipient-task";

interface RecipientSelectionProps extends VisibleGroups<Recipient> {
  readonly onStartTask: (task: RecipientTask) => void;
}

export function RecipientSelection(props: RecipientSelectionProps) {
  const { selection, selected, rows, setSelection, openDownload, onStartTask } = props;
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  return (
    <SelectionBar selection={selection} rows={rows} getRowId={groupRowId} onChange={setSelection}>
      <DownloadButton onClick={openDownload} />
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
