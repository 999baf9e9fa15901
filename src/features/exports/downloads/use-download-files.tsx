import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ExportedAsset } from "@/contract/exports";
import { useApi } from "@/data/client/api-context";
import {
  dismissDownload,
  type ExportDownload,
  getDownloadSource,
  isDownloading,
  isDownloadSuccessful,
  startDownload,
} from "@/data/downloads/export-downloads";
import { cleanUpTempFiles } from "@/data/downloads/opfs-file";
import { useAnnounce } from "@/ui/feedback/announcer";
import { type Toasts, useToasts } from "@/ui/feedback/toasts";
import { downloadResultMessage } from "./download-labels";
import { DownloadsTray } from "./downloads-tray";

interface TrayContext {
  readonly queryClient: QueryClient;
  readonly toasts: Toasts;
  readonly announce: (message: string) => void;
}

/** Backends whose downloads are shown already, and how to bring their tray back. */
const TRAY_OPENERS = new WeakMap<QueryClient, () => void>();

/**
 * Downloads what is given: one file as it is, several as one zip. A tray among the messages shows how far it is, on
 * whichever page the person goes on.
 */
export function useDownloadFiles(): (records: readonly ExportedAsset[]) => void {
  const api = useApi();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const announce = useAnnounce();
  useEffect(() => void cleanUpTempFiles(), []);
  return (records) => {
    if (records.length === 0) return;
    const openTray = watchDownloads({ queryClient, toasts, announce });
    startDownload(queryClient, api, records);
    // Also where it is on its way already and the tray was put away.
    openTray();
  };
}

/**
 * Shows the tray while there is something to see, and says the end of each download. It outlives the page. Answers with
 * the way to bring the tray back.
 */
function watchDownloads({ queryClient, toasts, announce }: TrayContext): () => void {
  const existingOpener = TRAY_OPENERS.get(queryClient);
  if (existingOpener !== undefined) return existingOpener;
  TRAY_OPENERS.set(queryClient, openTray);
  const { get, subscribe } = getDownloadSource(queryClient);
  let before: readonly ExportDownload[] = [];
  let trayElement: string | null = null;

  function openTray(): void {
    if (trayElement !== null || get().length === 0) return;
    trayElement = toasts.show({
      title: "Downloads",
      detail: <DownloadsTray queryClient={queryClient} onEmpty={closeTray} onDismissAll={dismissFinished} />,
      durationMs: Number.POSITIVE_INFINITY,
    });
  }

  function closeTray(): void {
    if (trayElement !== null) toasts.dismiss(trayElement);
    trayElement = null;
  }

  /** The person has put it away, and with it all that is over. */
  function dismissFinished(): void {
    trayElement = null;
    for (const download of get()) if (!isDownloading(download)) dismissDownload(queryClient, download.id);
  }

  subscribe(() => {
    const now = get();
    const activeIds = new Set(before.filter(isDownloading).map(({ id }) => id));
    const finished = now.filter((download) => !isDownloading(download) && activeIds.has(download.id));
    const hasNewDownload = now.some(({ id }) => !before.some((previous) => previous.id === id));
    before = now;
    for (const download of finished) announce(downloadResultMessage(download));
    if (now.length === 0) return closeTray();
    // What was put away comes back for something new, and for an end that wants to be seen.
    if (hasNewDownload || finished.some((download) => !isDownloadSuccessful(download))) openTray();
  });
  return openTray;
}
