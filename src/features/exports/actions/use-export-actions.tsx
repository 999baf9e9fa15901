import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useRef } from "react";
import { useNavigate } from "react-router-dom";
import type { ExportedAsset } from "@/contract/exports";
import { useApi } from "@/data/client/api-context";
import { useScopeRefusal } from "@/data/client/use-connection-status";
import { makeExports } from "@/data/exports/export-requests";
import { useDownload } from "@/features/exports/downloads/use-download-files";
import { type ListFilters, writeListFilters } from "@/features/exports/model/export-filters";
import { againBody, againRefusal } from "@/features/exports/model/export-request-bodies";
import { hasFile, noFileReason, WRITE_SCOPE } from "@/features/exports/model/export-rules";
import { formatCount } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import type { RowAction } from "@/ui/data-table/data-table-types";
import { useToasts } from "@/ui/feedback/toasts";
import { useCopyLink } from "@/ui/feedback/use-copy-link";
import { CopyIcon, DownloadIcon, EditIcon, ListIcon, RefreshIcon } from "@/ui/theme/icons";

/** What was run again last, and when, in ms of the page's life. */
interface LastRun {
  readonly ids: string;
  readonly at: number;
}

/** A double click, or a key that is held down, means it once. */
const ONE_WISH = 700;

/** Whether the same is asked for at once again; notes it. */
function isSameAgain(last: RefObject<LastRun>, records: readonly ExportedAsset[]): boolean {
  const { ids, at } = last.current;
  const now = { ids: records.map(({ id }) => id).join(), at: performance.now() };
  last.current = now;
  return now.ids === ids && now.at - at < ONE_WISH;
}

/** What can be done to exports, from the list and from the page of one. */
export function useExportActions() {
  const api = useApi();
  const queries = useQueryClient();
  const toasts = useToasts();
  const copy = useCopyLink();
  const fetchFiles = useDownload();
  const lastRun = useRef<LastRun>({ ids: "", at: 0 });

  /** Asks for the same once more; those that nobody knows the source of are left out. */
  function runAgain(records: readonly ExportedAsset[]): void {
    const now = new Date();
    const known = records.filter((record) => againRefusal(record) === undefined);
    if (isSameAgain(lastRun, known)) return;
    makeExports(
      queries,
      api,
      known.map((record) => againBody(record, now)),
    );
    const left = records.length - known.length;
    if (left > 0)
      toasts.show({
        title: `${formatCount(left)} left out`,
        detail: "The server does not say what they were made of.",
      });
  }

  /** Fetches the files that are there: one as it is, several as one zip. */
  function download(records: readonly ExportedAsset[]): void {
    const now = new Date();
    fetchFiles(records.filter((record) => hasFile(record, now)));
  }

  function copyLink({ id }: ExportedAsset): Promise<void> {
    return copy(paths.export(api.projectId, id));
  }

  return { runAgain, download, copyLink };
}

/**
 * What the menu of a row offers.
 * @param filters the page of the list that shows the rows
 */
export function useRowActions(filters: ListFilters): (record: ExportedAsset) => readonly RowAction[] {
  const { projectId } = useApi();
  const navigate = useNavigate();
  const { runAgain, download, copyLink } = useExportActions();
  const refusal = useScopeRefusal(WRITE_SCOPE);

  return (record) => {
    const mayNot = refusal ?? againRefusal(record);
    const form = `${paths.newExport(projectId)}${writeListFilters(filters, new URLSearchParams({ from: String(record.id) }))}`;
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
        shortcut: "D",
        disabledReason: noFileReason(record, new Date()),
        onSelect: () => download([record]),
      },
      {
        id: "again",
        label: "Run again",
        icon: <RefreshIcon />,
        disabledReason: mayNot,
        onSelect: () => runAgain([record]),
      },
      {
        id: "other-format",
        label: "Run as another format…",
        icon: <EditIcon />,
        disabledReason: mayNot,
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
