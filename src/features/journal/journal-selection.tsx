import { Button } from "@mantine/core";
import { useApi } from "@/data/api-context";
import type { JournalEntry } from "@/data/journal-entry";
import { formatCount } from "@/lib/numbers";
import { BulkBar } from "@/ui/bulk-bar";
import type { RowId } from "@/ui/data-table";
import { DownloadIcon, RefreshIcon, UndoIcon } from "@/ui/icons";
import { SendingButton } from "@/ui/reason-button";
import { useSaving } from "@/ui/use-saving";
import { journalFile } from "./journal-file";

interface JournalSelectionProps {
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
  const { selected, rows, isChecking, onChange, onUndo, onCheck } = props;
  const { projectId } = useApi();
  const saving = useSaving({ tellsFailure: true });
  if (selected.length === 0) return null;
  const chosen = new Set(selected.map(({ id }) => id));
  const seen = rows.filter(({ id }) => chosen.has(id)).length;
  const unknown = selected.filter(({ outcome }) => outcome === "unknown");
  return (
    <BulkBar
      count={selected.length}
      hidden={selected.length - seen}
      total={rows.length}
      onSelectAll={() => onChange(new Set([...chosen, ...rows.map(({ id }) => id)]))}
      onClear={() => onChange(new Set())}
    >
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<DownloadIcon />}
        onClick={() => void saving.save(journalFile(selected, projectId, new Date()), selected.length)}
      >
        Download
      </Button>
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
    </BulkBar>
  );
}
