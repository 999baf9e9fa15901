import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ExportedAsset } from "@/contract/exports";
import { useApi } from "@/data/client/api-context";
import {
  type Download,
  dismissDownload,
  downloadsOf,
  hasEndedWell,
  isDownloading,
  startDownload,
} from "@/data/downloads/export-downloads";
import { removeLeftOvers } from "@/data/downloads/opfs-file";
import { useAnnounce } from "@/ui/feedback/announcer";
import { type Toasts, useToasts } from "@/ui/feedback/toasts";
import { endWords } from "./download-labels";
import { DownloadsTray } from "./downloads-tray";

interface Watch {
  readonly queries: QueryClient;
  readonly toasts: Toasts;
  readonly announce: (message: string) => void;
}

/** Backends whose downloads are shown already, and how to bring their tray back. */
const WATCHED = new WeakMap<QueryClient, () => void>();

/**
 * Downloads what is given: one file as it is, several as one zip. A tray among the messages shows how far it is, on
 * whichever page the person goes on.
 */
export function useDownload(): (records: readonly ExportedAsset[]) => void {
  const api = useApi();
  const queries = useQueryClient();
  const toasts = useToasts();
  const announce = useAnnounce();
  useEffect(() => void removeLeftOvers(), []);
  return (records) => {
    if (records.length === 0) return;
    const show = watch({ queries, toasts, announce });
    startDownload(queries, api, records);
    // Also where it is on its way already and the tray was put away.
    show();
  };
}

/**
 * Shows the tray while there is something to see, and says the end of each download. It outlives the page. Answers with
 * the way to bring the tray back.
 */
function watch({ queries, toasts, announce }: Watch): () => void {
  const watched = WATCHED.get(queries);
  if (watched !== undefined) return watched;
  WATCHED.set(queries, show);
  const { get, subscribe } = downloadsOf(queries);
  let before: readonly Download[] = [];
  let tray: string | null = null;

  function show(): void {
    if (tray !== null || get().length === 0) return;
    tray = toasts.show({
      title: "Downloads",
      detail: <DownloadsTray queries={queries} onEnd={hide} onGone={onGone} />,
      durationMs: Number.POSITIVE_INFINITY,
    });
  }

  function hide(): void {
    if (tray !== null) toasts.dismiss(tray);
    tray = null;
  }

  /** The person has put it away, and with it all that is over. */
  function onGone(): void {
    tray = null;
    for (const download of get()) if (!isDownloading(download)) dismissDownload(queries, download.id);
  }

  subscribe(() => {
    const now = get();
    const wasOpen = new Set(before.filter(isDownloading).map(({ id }) => id));
    const ended = now.filter((download) => !isDownloading(download) && wasOpen.has(download.id));
    const isNew = now.some(({ id }) => !before.some((other) => other.id === id));
    before = now;
    for (const download of ended) announce(endWords(download));
    if (now.length === 0) return hide();
    // What was put away comes back for something new, and for an end that wants to be seen.
    if (isNew || ended.some((download) => !hasEndedWell(download))) show();
  });
  return show;
}
