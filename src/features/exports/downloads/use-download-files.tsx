import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ExportedAsset } from "@/api/exports";
import { useApi } from "@/data/client/api-context";
import {
  dismissDownload,
  type ExportDownload,
  getDownloadSource,
  isDownloading,
  isDownloadSuccessful,
  startDownload,
} from "@/data/downloads/export-downloads";
import { useAnnounce } from "@/ui/feedback/announcer";
import { setToastDuration, toasts } from "@/ui/feedback/toasts";
import { downloadResultMessage } from "./download-labels";
import { DownloadsTray } from "./downloads-tray";

interface TrayContext {
  readonly queryClient: QueryClient;
  readonly announce: (message: string) => void;
}

/** Time after which the tray closes when all downloads have succeeded or been canceled. */
const RESULT_VISIBLE_MS = 8_000;

/** Functions that open the tray, by the query client whose downloads are watched. */
const TRAY_OPENERS = new WeakMap<QueryClient, () => void>();

/** Removes files that an earlier version stored while they were downloaded. */
async function removeFormerFiles(): Promise<void> {
  try {
    const disk = await navigator.storage.getDirectory();
    await disk.removeEntry("environs-downloads", { recursive: true });
  } catch {
    // There are none.
  }
}

/**
 * Returns a function that downloads exports. Several files are downloaded as one zip. A tray shows the progress, even
 * after navigation.
 */
export function useDownloadFiles(): (records: readonly ExportedAsset[]) => void {
  const api = useApi();
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  useEffect(() => void removeFormerFiles(), []);
  return (records) => {
    if (records.length === 0) return;
    const openTray = watchDownloads({ queryClient, announce });
    startDownload(queryClient, api, records);
    // If the download is already running, nothing else would reopen the tray.
    openTray();
  };
}

/**
 * Watches the downloads of a query client, even after navigation. Announces results. Opens the tray
 * for new downloads, and for finished ones with a failure or a note.
 * @returns a function that opens the tray
 */
function watchDownloads({ queryClient, announce }: TrayContext): () => void {
  const existingOpener = TRAY_OPENERS.get(queryClient);
  if (existingOpener !== undefined) return existingOpener;
  TRAY_OPENERS.set(queryClient, openTray);
  const { get, subscribe } = getDownloadSource(queryClient);
  let before: readonly ExportDownload[] = [];
  let trayId: string | null = null;

  function openTray(): void {
    if (trayId !== null || get().length === 0) return;
    trayId = toasts.show({
      title: "Downloads",
      detail: <DownloadsTray queryClient={queryClient} onDismissAll={dismissFinished} />,
      durationMs: Number.POSITIVE_INFINITY,
    });
  }

  function closeTray(): void {
    if (trayId !== null) toasts.dismiss(trayId);
    trayId = null;
  }

  function dismissFinished(): void {
    trayId = null;
    for (const download of get()) if (!isDownloading(download)) dismissDownload(queryClient, download.id);
  }

  subscribe(() => {
    const now = get();
    const activeIds = new Set(before.filter(isDownloading).map(({ id }) => id));
    const finished = now.filter((download) => !isDownloading(download) && activeIds.has(download.id));
    const hasNewDownload = now.some(({ id }) => !before.some((previous) => previous.id === id));
    before = now;
    if (finished.length > 0) announce(finished.map(downloadResultMessage).join(" "));
    if (now.length === 0) return closeTray();
    // New downloads, failures, and notes reopen a dismissed tray.
    if (hasNewDownload || finished.some((download) => !isDownloadSuccessful(download))) openTray();
    if (trayId !== null)
      setToastDuration(
        trayId,
        now.every(isDownloadSuccessful) ? RESULT_VISIBLE_MS : Number.POSITIVE_INFINITY,
      );
  });
  return openTray;
}
