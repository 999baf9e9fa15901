import { Box, Group, Stack } from "@mantine/core";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { ExportedAsset } from "@/api/exports";
import { type Backend, defineStore, useApi } from "@/data/backend/backend";
import {
  cancelDownload,
  dismissDownload,
  type ExportDownload,
  getDownloads,
  isDownloading,
  isDownloadSuccessful,
  retryDownload,
  startDownload,
  useDownloads,
} from "@/data/downloads/export-downloads";
import { formatBytes, formatCount, pluralize } from "@/lib/text/numbers";
import { announce, setToastDuration, toasts } from "@/ui/feedback/toasts";
import { IconButton } from "@/ui/primitives/link-button";
import { CloseIcon, RefreshIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import classes from "./export-downloads-tray.module.css";

/** Time after which the tray closes when all downloads have succeeded or been canceled. */
const RESULT_VISIBLE_MS = 8_000;

/** `open` is set when the downloads are watched. */
const getTray = defineStore((): { open?: () => void } => ({}));

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
  useEffect(() => void removeFormerFiles(), []);
  return (records) => {
    if (records.length === 0) return;
    const tray = getTray(api);
    tray.open ??= watchDownloads(api);
    startDownload(api, records);
    // If the download is already running, nothing else would reopen the tray.
    tray.open();
  };
}

/**
 * Watches a backend's downloads, even after navigation. Announces results. Opens the tray for new downloads, and for
 * finished ones with a failure or a note.
 * @returns a function that opens the tray
 */
function watchDownloads(backend: Backend): () => void {
  const { get, subscribe } = getDownloads(backend);
  let before: readonly ExportDownload[] = [];
  let trayId: string | null = null;

  function openTray(): void {
    if (trayId !== null || get().length === 0) return;
    trayId = toasts.show({
      title: "Downloads",
      detail: <DownloadsTray backend={backend} onDismissAll={dismissFinished} />,
      durationMs: Number.POSITIVE_INFINITY,
    });
  }

  function closeTray(): void {
    if (trayId !== null) toasts.dismiss(trayId);
    trayId = null;
  }

  function dismissFinished(): void {
    trayId = null;
    for (const download of get()) if (!isDownloading(download)) dismissDownload(backend, download.id);
  }

  subscribe(() => {
    const now = get();
    const activeIds = new Set(before.filter(isDownloading).map(({ id }) => id));
    const finished = now.filter((download) => !isDownloading(download) && activeIds.has(download.id));
    const hasNewDownload = now.some(({ id }) => !before.some((previous) => previous.id === id));
    before = now;
    if (finished.length > 0)
      announce(finished.map((each) => `${each.fileName}: ${downloadStateLabel(each)}.`).join(" "));
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

interface DownloadsTrayProps {
  readonly backend: Backend;
  readonly onDismissAll: () => void;
}

/** Lists downloads with their actions. Not a live region, because `use-download-files` announces results. */
function DownloadsTray({ backend, onDismissAll }: DownloadsTrayProps) {
  const downloads = useDownloads(backend);
  const list = useRef<HTMLUListElement>(null);
  /** Index of the line to focus after the focused button is removed. */
  const focusIndex = useRef<number>(null);
  useEffect(() => onDismissAll, [onDismissAll]);
  useLayoutEffect(() => {
    const index = focusIndex.current;
    focusIndex.current = null;
    if (index === null || list.current?.contains(document.activeElement)) return;
    const listRef = list.current?.querySelectorAll("li") ?? [];
    const buttons = listRef[Math.min(index, listRef.length - 1)]?.querySelectorAll("button");
    buttons?.[buttons.length - 1]?.focus();
    // Runs after every render, but only moves focus after a button has set `focusIndex`.
  });

  function retry(id: string) {
    // A restarted download moves to the top of the list.
    focusIndex.current = 0;
    retryDownload(backend, id);
  }

  function dismiss(id: string, index: number) {
    focusIndex.current = index;
    // Removing the last line closes the tray, so focus moves to the page.
    if (downloads.length === 1) document.getElementById("main")?.focus();
    dismissDownload(backend, id);
  }

  return (
    <ul ref={list} className={`${shared.list} ${classes.list}`} aria-label="Downloads" aria-live="off">
      {downloads.map((download, index) => (
        <DownloadLine
          key={download.id}
          download={download}
          onCancel={() => cancelDownload(backend, download.id)}
          onRetry={() => retry(download.id)}
          onDismiss={() => dismiss(download.id, index)}
        />
      ))}
    </ul>
  );
}

interface DownloadLineProps {
  readonly download: ExportDownload;
  readonly onCancel: () => void;
  readonly onRetry: () => void;
  readonly onDismiss: () => void;
}

function DownloadLine({ download, onCancel, onRetry, onDismiss }: DownloadLineProps) {
  const { fileName, state, failures, problem, note } = download;
  const isActive = isDownloading(download);
  const fraction = downloadFraction(download);
  const canRetry =
    state === "cancelled" || failures.length > 0 || (state === "failed" && problem?.canRetry !== false);
  return (
    <Stack component="li" gap={2}>
      <Group gap={0} wrap="nowrap" align="flex-start">
        <span className={classes.name}>{fileName}</span>
        {!isActive && canRetry && (
          <IconButton
            label={state === "saved" ? `Retry failed files of ${fileName}` : `Retry ${fileName}`}
            icon={<RefreshIcon />}
            hasTooltip={false}
            onClick={onRetry}
          />
        )}
        {/* Both states use one button, so that it keeps focus when a download is canceled. */}
        <IconButton
          key="close"
          label={isActive ? `Cancel ${fileName}` : `Remove ${fileName} from the list`}
          icon={<CloseIcon />}
          hasTooltip={false}
          onClick={isActive ? onCancel : onDismiss}
        />
      </Group>
      {isActive && (
        <progress
          className={classes.bar}
          aria-label={`Progress of ${fileName}`}
          aria-valuetext={downloadStateLabel(download)}
          max={1}
          // Without a value, the browser shows an indeterminate bar.
          {...(fraction !== null && { value: fraction })}
        />
      )}
      <Box
        component="span"
        className={shared.numeric}
        c={state === "failed" ? "var(--ui-danger)" : "inherit"}
      >
        {downloadStateLabel(download)}
      </Box>
      {problem !== null && <span>{problem.detail}</span>}
      {note !== null && <span>{note}</span>}
      {failures.length > 0 && <DownloadFailures download={download} />}
    </Stack>
  );
}

function DownloadFailures({ download: { failures } }: { readonly download: ExportDownload }) {
  return (
    <details className={classes.failures}>
      <summary>Failed files</summary>
      <Stack component="ul" gap={4} className={shared.list}>
        {failures.map(({ record, name, problem }) => (
          <li key={record.id}>
            <span className={classes.name}>{name}</span>
            {` ${problem?.title ?? "The API key was rejected"}. ${problem?.detail ?? ""}`}
          </li>
        ))}
      </Stack>
    </details>
  );
}

/** Formats the state of a download: "34 MB of 120 MB" or "Saved, 34 MB". */
function downloadStateLabel(download: ExportDownload): string {
  const { state, records, bytesDone, bytesTotal, filesDone, failures, problem } = download;
  const bytes = formatBytes(bytesDone);
  switch (state) {
    case "waiting":
      return "Queued";
    case "receiving":
      if (records.length > 1)
        return `${formatCount(filesDone)} of ${formatCount(records.length)} files, ${bytes}`;
      return bytesTotal === null ? bytes : `${bytes} of ${formatBytes(bytesTotal)}`;
    case "saved":
      return failures.length === 0
        ? `Saved, ${bytes}`
        : `Saved, ${bytes}. ${pluralize(failures.length, "file", "files")} failed`;
    case "cancelled":
      return "Canceled";
    case "failed":
      return `Not saved. ${problem?.title ?? "The API key was rejected"}`;
  }
}

/** Returns the progress from 0 to 1. Null when the total is unknown. */
function downloadFraction({ records, bytesDone, bytesTotal, filesDone }: ExportDownload): number | null {
  if (records.length > 1) return filesDone / records.length;
  return bytesTotal === null || bytesTotal === 0 ? null : Math.min(1, bytesDone / bytesTotal);
}
