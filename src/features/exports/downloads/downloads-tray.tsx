import { Box, Group, Stack } from "@mantine/core";
import type { QueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef } from "react";
import {
  cancelDownload,
  dismissDownload,
  type ExportDownload,
  isDownloading,
  retryDownload,
  useDownloads,
} from "@/data/downloads/export-downloads";
import { IconButton } from "@/ui/primitives/link-button";
import { CloseIcon, RefreshIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import { downloadFraction, downloadStateLabel } from "./download-labels";
import classes from "./downloads-tray.module.css";

interface DownloadsTrayProps {
  readonly queryClient: QueryClient;
  readonly onDismissAll: () => void;
}

/** Lists downloads with their actions. Not a live region, because `use-download-files` announces results. */
export function DownloadsTray({ queryClient, onDismissAll }: DownloadsTrayProps) {
  const downloads = useDownloads(queryClient);
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
    retryDownload(queryClient, id);
  }

  function dismiss(id: string, index: number) {
    focusIndex.current = index;
    // Removing the last line closes the tray, so focus moves to the page.
    if (downloads.length === 1) document.getElementById("main")?.focus();
    dismissDownload(queryClient, id);
  }

  return (
    <ul ref={list} className={`${shared.list} ${classes.list}`} aria-label="Downloads" aria-live="off">
      {downloads.map((download, index) => (
        <DownloadLine
          key={download.id}
          download={download}
          onCancel={() => cancelDownload(queryClient, download.id)}
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
      {isActive && <DownloadProgressBar download={download} />}
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

function DownloadProgressBar({ download }: { readonly download: ExportDownload }) {
  const fraction = downloadFraction(download);
  return (
    <progress
      className={classes.bar}
      aria-label={`Progress of ${download.fileName}`}
      aria-valuetext={downloadStateLabel(download)}
      max={1}
      // Without a value, the browser shows an indeterminate bar.
      {...(fraction !== null && { value: fraction })}
    />
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
