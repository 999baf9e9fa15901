import type { ExportedAsset } from "@/contract/exports";
import { useScopeRefusal } from "@/data/signals";
import { formatCount, plural } from "@/lib/numbers";
import type { MenuAction } from "@/ui/action-menu";
import { BulkChoices } from "@/ui/bulk-choices";
import type { RowId } from "@/ui/data-table-types";
import { DownloadIcon, ListIcon, RefreshIcon } from "@/ui/icons";
import { ReasonButton } from "@/ui/reason-button";
import { SelectionBar } from "@/ui/selection-bar";
import { againRefusal } from "./export-requests";
import { hasFile, idOf, WRITE_SCOPE } from "./export-rules";
import { useExportActions } from "./use-export-actions";

interface ExportSelectionProps {
  readonly selection: ReadonlySet<RowId>;
  readonly selected: readonly ExportedAsset[];
  /** The rows that match. */
  readonly rows: readonly ExportedAsset[];
  readonly now: Date;
  readonly onChange: (selection: ReadonlySet<RowId>) => void;
  /** Writes the list into a file. */
  readonly onDownloadList: () => void;
}

/** What can be done to the selected exports: buttons, and on a phone one menu. */
export function ExportSelection(props: ExportSelectionProps) {
  const { selection, selected, rows, now, onChange, onDownloadList } = props;
  const { runAgain, download } = useExportActions();
  const refusal = useScopeRefusal(WRITE_SCOPE);
  const ready = selected.filter((record) => hasFile(record, now));
  const known = selected.filter((record) => againRefusal(record) === undefined);
  const files: MenuAction = {
    id: "files",
    label: filesLabel(ready.length),
    icon: <DownloadIcon />,
    disabledReason: ready.length === 0 ? "None of them has a file." : undefined,
    onSelect: () => download(ready),
  };
  const again: MenuAction = {
    id: "again",
    label: `Run ${formatCount(known.length)} again`,
    icon: <RefreshIcon />,
    disabledReason:
      refusal ?? (known.length === 0 ? "The server does not say what they were made of." : undefined),
    onSelect: () => runAgain(selected),
  };
  const list: MenuAction = {
    id: "list",
    label: "Download the list…",
    icon: <ListIcon />,
    onSelect: onDownloadList,
  };
  return (
    <SelectionBar selection={selection} rows={rows} idOf={idOf} onChange={onChange}>
      <BulkChoices actions={() => [files, again, list]}>
        {[files, again, list].map(({ id, label, icon, disabledReason, onSelect }) => (
          <ReasonButton
            key={id}
            variant="default"
            size="compact-sm"
            leftSection={icon}
            disabledReason={disabledReason}
            onClick={onSelect}
          >
            {label}
          </ReasonButton>
        ))}
      </BulkChoices>
    </SelectionBar>
  );
}

function filesLabel(count: number): string {
  if (count === 0) return "Download files";
  return `Download ${plural(count, "file", "files as a zip")}`;
}
