import { Button } from "@mantine/core";
import { useApi } from "@/data/client/api-context";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { formatCount } from "@/lib/text/numbers";
import { SelectionBar } from "@/ui/collection-table/selection-bar";
import type { RowId } from "@/ui/data-table/data-table-types";
import { DownloadButton } from "@/ui/download/download-button";
import { useSaving } from "@/ui/download/use-save-file";
import { SendingButton } from "@/ui/primitives/button-with-disabled-reason";
import { RefreshIcon, UndoIcon } from "@/ui/theme/icons";
import { journalFile } from "./journal-file";
import { idOf } from "./journal-labels";

interface JournalSelectionProps {
  readonly selection: ReadonlySet<RowId>;
  readonly selected: readonly JournalEntry[];
  /** The rows that match. */
  readonly rows: readonly JournalEntry[];
  readonly isChecking: boolean;
  readonly onChange: (selection: ReadonlySet<RowId>) => void;
  readonly onUndo: (entries: readonly JournalEntry[]) => void;
  readonly onCheck: (entries: readonly JournalEntry[]) => void;
}

/** What can be done to the selected writes; nothing while there are none. */
export function JournalSelection(props: JournalSelectionProps) {
  const { selection, selected, rows, isChecking, onChange, onUndo, onCheck } = props;
  const { projectId } = useApi();
  const saving = useSaving({ tellsFailure: true });
  const unknown = selected.filter(({ outcome }) => outcome === "unknown");
  return (
    <SelectionBar selection={selection} rows={rows} idOf={idOf} onChange={onChange}>
      <DownloadButton
        onClick={() => void saving.save(journalFile(selected, projectId, new Date()), selected.length)}
      />
      {unknown.length > 0 && (
        <SendingButton
          variant="default"
          size="compact-sm"
          loading={isChecking}
          leftSection={<RefreshIcon />}
          onClick={() => !isChecking && onCheck(unknown)}
        >
          Check {formatCount(unknown.length)}
        </SendingButton>
      )}
      <Button size="compact-sm" leftSection={<UndoIcon />} onClick={() => onUndo(selected)}>
        Undo…
      </Button>
    </SelectionBar>
  );
}
