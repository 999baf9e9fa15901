import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useRef } from "react";
import { useNavigate } from "react-router-dom";
import type { ExportedAsset } from "@/api/exports";
import { useApi, useMissingScopeMessage } from "@/data/client/api-context";
import { requestExports } from "@/data/exports/export-requests";
import { useDownloadFiles } from "@/features/exports/downloads/use-download-files";
import { type ExportListFilters, formatExportListFilters } from "@/features/exports/model/export-filters";
import { createRepeatBody, repeatRefusal } from "@/features/exports/model/export-request-bodies";
import { EXPORT_WRITE_SCOPE, hasFile, missingFileReason } from "@/features/exports/model/export-rules";
import { pluralize } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import type { RowAction } from "@/ui/data-table/data-table-types";
import { useCopyLink } from "@/ui/feedback/copy-button";
import { toasts } from "@/ui/feedback/toasts";
import { CopyIcon, DownloadIcon, EditIcon, ListIcon, RefreshIcon } from "@/ui/theme/icons";

/** Last request to repeat exports. `at` is a `performance.now()` value in ms. */
interface LastRequest {
  readonly key: string;
  readonly at: number;
}

/** Repetitions within this time are ignored, because they come from double clicks and held keys. */
const REPEAT_WINDOW_MS = 700;

/** Whether the same exports were just repeated. Stores this request for the next call. */
function isRepeatedRequest(lastRequest: RefObject<LastRequest>, records: readonly ExportedAsset[]): boolean {
  const { key, at } = lastRequest.current;
  const now = { key: records.map(({ id }) => id).join(), at: performance.now() };
  lastRequest.current = now;
  return now.key === key && now.at - at < REPEAT_WINDOW_MS;
}

export function useExportActions() {
  const api = useApi();
  const queryClient = useQueryClient();
  const copyText = useCopyLink();
  const fetchFiles = useDownloadFiles();
  const lastRequest = useRef<LastRequest>({ key: "", at: 0 });

  /** Repeats exports whose source is known. */
  function requestAgain(records: readonly ExportedAsset[]): void {
    const now = new Date();
    const repeatable = records.filter((record) => repeatRefusal(record) === undefined);
    if (isRepeatedRequest(lastRequest, repeatable)) return;
    requestExports(
      queryClient,
      api,
      repeatable.map((record) => createRepeatBody(record, now)),
    );
    const left = records.length - repeatable.length;
    if (left > 0)
      toasts.show({
        title: `${pluralize(left, "export", "exports")} skipped`,
        detail:
          left === 1 ? "The source of this export is unknown." : "The source of these exports is unknown.",
      });
  }

  /** Downloads the available files. Several files are downloaded as one zip. */
  function downloadFiles(records: readonly ExportedAsset[]): void {
    const now = new Date();
    fetchFiles(records.filter((record) => hasFile(record, now)));
  }

  function copyLink({ id }: ExportedAsset): Promise<void> {
    return copyText(paths.export(api.projectId, id));
  }

  return { runAgain: requestAgain, download: downloadFiles, copyLink };
}

/** @param filters filters of the list, preserved in the URL of the export form */
export function useExportRowActions(
  filters: ExportListFilters,
): (record: ExportedAsset) => readonly RowAction[] {
  const { projectId } = useApi();
  const navigate = useNavigate();
  const { runAgain: requestAgain, download: downloadFiles, copyLink } = useExportActions();
  const refusal = useMissingScopeMessage(EXPORT_WRITE_SCOPE);

  return (record) => {
    const rowRefusal = refusal ?? repeatRefusal(record);
    const form = `${paths.newExport(projectId)}${formatExportListFilters(filters, new URLSearchParams({ from: String(record.id) }))}`;
    return [
      {
        id: "open",
        label: "Open",
        icon: <ListIcon />,
        shortcut: "Enter",
        onSelect: () => void navigate(paths.export(projectId, record.id)),
      },
      {
        id: "download",
        label: "Download",
        icon: <DownloadIcon />,
        key: "d",
        disabledReason: missingFileReason(record, new Date()),
        onSelect: () => downloadFiles([record]),
      },
      {
        id: "again",
        label: "Run again",
        icon: <RefreshIcon />,
        key: "r",
        disabledReason: rowRefusal,
        onSelect: () => requestAgain([record]),
      },
      {
        id: "other-format",
        label: "Export in another format…",
        icon: <EditIcon />,
        disabledReason: rowRefusal,
        onSelect: () => void navigate(form),
      },
      {
        id: "copy-link",
        label: "Copy link",
        icon: <CopyIcon />,
        onSelect: () => void copyLink(record),
      },
    ];
  };
}
