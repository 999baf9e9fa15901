import type { ExportedAsset } from "@/api/exports";
import { useMissingScopeMessage } from "@/data/backend/backend";
import { useExportActions } from "@/features/exports/actions/use-export-actions";
import { repeatRefusal } from "@/features/exports/model/export-request-bodies";
import { EXPORT_WRITE_SCOPE, hasFile } from "@/features/exports/model/export-rules";
import { pluralize } from "@/lib/text/numbers";
import { BulkActionButtons } from "@/ui/collection-table/selection-bar";
import { DownloadIcon, ListIcon, RefreshIcon } from "@/ui/theme/icons";

interface ExportBulkActionsProps {
  readonly selected: readonly ExportedAsset[];
  readonly now: Date;
  /** Opens the dialog that saves the list as a file. */
  readonly onDownloadList: () => void;
}

/** Shows the actions for the selected exports as buttons, or as a menu in narrow windows. */
export function ExportBulkActions({ selected, now, onDownloadList }: ExportBulkActionsProps) {
  const { runAgain: requestAgain, download } = useExportActions();
  const refusal = useMissingScopeMessage(EXPORT_WRITE_SCOPE);
  const downloadable = selected.filter((record) => hasFile(record, now));
  const repeatable = selected.filter((record) => repeatRefusal(record) === undefined);
  return (
    <BulkActionButtons
      actions={[
        {
          id: "files",
          label: downloadFilesLabel(downloadable.length),
          icon: <DownloadIcon />,
          disabledReason: downloadable.length === 0 ? "None of the selected exports has a file." : undefined,
          onSelect: () => download(downloadable),
        },
        {
          id: "again",
          label:
            repeatable.length === 0
              ? "Run again"
              : `Run ${pluralize(repeatable.length, "export", "exports")} again`,
          icon: <RefreshIcon />,
          disabledReason:
            refusal ??
            (repeatable.length === 0 ? "None of the selected exports has a known source." : undefined),
          onSelect: () => requestAgain(selected),
        },
        { id: "list", label: "Download list…", icon: <ListIcon />, onSelect: onDownloadList },
      ]}
    />
  );
}

function downloadFilesLabel(count: number): string {
  if (count === 0) return "Download files";
  return `Download ${pluralize(count, "file", "files as a ZIP")}`;
}
