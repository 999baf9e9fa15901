import { useScopeRefusal } from "@/data/signals";
import type { RowId } from "@/ui/data-table-types";
import { DownloadButton } from "@/ui/download-button";
import { ReasonButton } from "@/ui/reason-button";
import { SelectionBar } from "@/ui/selection-bar";
import { WRITE_SCOPE } from "../subscription-rules";
import type { Recipient } from "./recipient-book";
import type { RecipientTask } from "./recipient-task";
import { keyOf } from "./recipient-words";

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
