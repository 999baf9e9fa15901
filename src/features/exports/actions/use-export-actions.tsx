import { useWindowEvent } from "@mantine/hooks";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { ExportedAsset } from "@/api/exports";
import { useApi, useMissingScopeMessage } from "@/data/backend/backend";
import { type ExportChange, watchPendingExports } from "@/data/exports/export-polling";
import { requestExports } from "@/data/exports/export-requests";
import { createRepeatBody, repeatRefusal } from "@/features/exports/model/export-request-bodies";
import {
  EXPORT_WRITE_SCOPE,
  exportName,
  hasFile,
  missingFileReason,
} from "@/features/exports/model/export-rules";
import { pluralize } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { formatListSearch, type ListSearchParams } from "@/lib/url/url-state";
import type { RowAction } from "@/ui/data-table/data-table-types";
import { useCopyLink } from "@/ui/feedback/copy-button";
import { toasts } from "@/ui/feedback/toasts";
import { CopyIcon, DownloadIcon, EditIcon, ListIcon, RefreshIcon } from "@/ui/theme/icons";
import { useDownloadFiles } from "./export-downloads-tray";

/** Repetitions within this time are ignored, because they come from double clicks and held keys. */
const REPEAT_WINDOW_MS = 700;

export function useExportActions() {
  const api = useApi();
  const copyText = useCopyLink();
  const fetchFiles = useDownloadFiles();
  /** IDs and time of the last repetition. `at` is a `performance.now()` value in ms. */
  const lastRequest = useRef({ ids: "", at: 0 });

  /** Repeats exports whose source is known. */
  function runAgain(records: readonly ExportedAsset[]): void {
    const now = new Date();
    const repeatable = records.filter((record) => repeatRefusal(record) === undefined);
    const request = { ids: repeatable.map(({ id }) => id).join(), at: performance.now() };
    const { ids, at } = lastRequest.current;
    lastRequest.current = request;
    if (request.ids === ids && request.at - at < REPEAT_WINDOW_MS) return;
    requestExports(
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
  function download(records: readonly ExportedAsset[]): void {
    const now = new Date();
    fetchFiles(records.filter((record) => hasFile(record, now)));
  }

  function copyLink({ id }: ExportedAsset): Promise<void> {
    return copyText(paths.export(api.projectId, id));
  }

  return { runAgain, download, copyLink };
}

/** @param filters filters of the list, preserved in the URL of the export form */
export function useExportRowActions(
  filters: ListSearchParams,
): (record: ExportedAsset) => readonly RowAction[] {
  const { projectId } = useApi();
  const navigate = useNavigate();
  const { runAgain, download, copyLink } = useExportActions();
  const refusal = useMissingScopeMessage(EXPORT_WRITE_SCOPE);

  return (record) => {
    const rowRefusal = refusal ?? repeatRefusal(record);
    const form = `${paths.newExport(projectId)}${formatListSearch(filters, new URLSearchParams({ from: String(record.id) }))}`;
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
        onSelect: () => download([record]),
      },
      {
        id: "again",
        label: "Run again",
        icon: <RefreshIcon />,
        key: "r",
        disabledReason: rowRefusal,
        onSelect: () => runAgain([record]),
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

/**
 * Polls pending exports while mounted, and shows toasts for their outcomes. Outcomes of the same
 * kind that arrive together share a toast.
 * @returns a prefix for the tab title, such as "2 ready", until the user returns to the page. Null
 * without new outcomes.
 */
export function useExportPolling(): string | null {
  const api = useApi();
  const navigate = useNavigate();
  const [unseenChanges, setUnseenChanges] = useState<readonly ExportChange[]>([]);

  const handleChanges = useEffectEvent((changes: readonly ExportChange[]) => {
    setUnseenChanges((previous) => [...previous, ...changes]);
    for (const kind of ["ready", "failed", "gone"] as const) {
      const sameKind = changes.filter((change) => change.kind === kind);
      const [first] = sameKind;
      if (first === undefined) continue;
      const { id } = first.record;
      toasts.show({
        tone: kind === "ready" ? "positive" : "danger",
        title: exportChangeTitle(kind, sameKind),
        ...(kind === "failed" && sameKind.length === 1 && { detail: first.record.exception ?? "" }),
        ...(kind === "gone" && {
          detail:
            sameKind.length === 1 ? "It was deleted or has expired." : "They were deleted or have expired.",
        }),
        ...(kind !== "gone" &&
          sameKind.length === 1 && {
            action: { label: "Open", onSelect: () => void navigate(paths.export(api.projectId, id)) },
          }),
      });
    }
  });
  useEffect(() => watchPendingExports(api, (changes) => handleChanges(changes)), [api]);
  const markSeen = () => unseenChanges.length > 0 && setUnseenChanges([]);
  useWindowEvent("focus", markSeen);
  useWindowEvent("pointerdown", markSeen);
  useWindowEvent("keydown", markSeen);

  return tabTitlePrefix(unseenChanges);
}

/**
 * Returns the title of the toast for changes of the same kind.
 * @param changes at least one
 */
function exportChangeTitle(kind: ExportChange["kind"], changes: readonly ExportChange[]): string {
  const [first] = changes;
  const isSingle = changes.length === 1 && first !== undefined;
  const subject = isSingle
    ? `“${exportName(first.record).text}”`
    : pluralize(changes.length, "export", "exports");
  if (kind === "ready") return `${subject} ${isSingle ? "is" : "are"} ready`;
  return kind === "failed"
    ? `${subject} failed`
    : `${subject} ${isSingle ? "no longer exists" : "no longer exist"}`;
}

/** Formats a prefix such as "2 ready, 1 failed". Null if no export is ready or has failed. */
function tabTitlePrefix(changes: readonly Pick<ExportChange, "kind">[]): string | null {
  const count = (kind: ExportChange["kind"]) => changes.filter((change) => change.kind === kind).length;
  const parts = (["ready", "failed"] as const).flatMap((kind) =>
    count(kind) === 0 ? [] : [`${count(kind)} ${kind}`],
  );
  return parts.length === 0 ? null : parts.join(", ");
}
