import type { ExportedAsset } from "@/contract/exports";
import { useScopeRefusal } from "@/data/client/use-connection-status";
import { useExportActions } from "@/features/exports/actions/use-export-actions";
import { againRefusal } from "@/features/exports/model/export-request-bodies";
import { hasFile, idOf, WRITE_SCOPE } from "@/features/exports/model/export-rules";
import { formatCount, plural } from "@/lib/text/numbers";
import { BulkChoices } from "@/ui/collection-table/bulk-action-buttons";
import { SelectionBar } from "@/ui/collection-table/selection-bar";
import type { RowId } from "@/ui/data-table/data-table-types";
import type { MenuAction } from "@/ui/overlay/action-menu";
import { ReasonButton } from "@/ui/primitives/button-with-disabled-reason";
import { DownloadIcon, ListIcon, RefreshIcon } from "@/ui/theme/icons";

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
