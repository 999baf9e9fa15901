import { Button } from "@mantine/core";
import { useApi } from "@/data/client/api-context";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { pluralize } from "@/lib/text/numbers";
import { SelectionBar } from "@/ui/collection-table/selection-bar";
import type { RowId } from "@/ui/data-table/data-table-types";
import { DownloadButton } from "@/ui/download/download-button";
import { useSaveFile } from "@/ui/download/use-save-file";
import { SubmitButton } from "@/ui/primitives/button-with-disabled-reason";
import { RefreshIcon, UndoIcon } from "@/ui/theme/icons";
import { createJournalFile } from "./journal-file";
import { journalEntryId } from "./journal-labels";

interface JournalSelectionProps {
  readonly selection: ReadonlySet<RowId>;
  readonly selected: readonly JournalEntry[];
  /** Entries that match the search. */
  readonly rows: readonly JournalEntry[];
  readonly isChecking: boolean;
  readonly onChange: (selection: ReadonlySet<RowId>) => void;
  readonly onUndo: (entries: readonly JournalEntry[]) => void;
  readonly onCheck: (entries: readonly JournalEntry[]) => void;
}

export function JournalSelection(props: JournalSelectionProps) {
  const { selection, selected, rows, isChecking, onChange, onUndo, onCheck } = props;
  const { projectId } = useApi();
  const fileSaving = useSaveFile({ showsErrorToast: true });
  const unknownEntries = selected.filter(({ outcome }) => outcome === "unknown");
  return (
    <SelectionBar selection={selection} rows={rows} getRowId={journalEntryId} onChange={onChange}>
      <DownloadButton
        onClick={() =>
          void fileSaving.save(createJournalFile(selected, projectId, new Date()), selected.length)
        }
      />
      {unknownEntries.length > 0 && (
        <SubmitButton
          variant="default"
          loading={isChecking}
          leftSection={<RefreshIcon />}
          onClick={() => !isChecking && onCheck(unknownEntries)}
        >
          Check {pluralize(unknownEntries.length, "outcome", "outcomes")}
        </SubmitButton>
      )}
      <Button leftSection={<UndoIcon />} onClick={() => onUndo(selected)}>
        Undo…
      </Button>
    </SelectionBar>
  );
}
