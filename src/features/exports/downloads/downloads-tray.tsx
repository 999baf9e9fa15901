import type { QueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef } from "react";
import {
  cancelDownload,
  type Download,
  dismissDownload,
  hasEndedWell,
  isDownloading,
  retryDownload,
  useDownloads,
} from "@/data/downloads/export-downloads";
import { useToastsPaused } from "@/ui/feedback/toasts";
import { IconButton } from "@/ui/primitives/link-button";
import { CloseIcon, RefreshIcon } from "@/ui/theme/icons";
import { downloadWords, shareDone } from "./download-labels";
import classes from "./downloads-tray.module.css";

/** How long the tray stays when all has ended well and nobody points at it or is in it, in ms. */
const END_STAYS = 8_000;

interface DownloadsTrayProps {
  readonly queries: QueryClient;
  /** Told when there is nothing more to see in it. */
  readonly onEnd: () => void;
  /** Told when it leaves the screen. */
  readonly onGone: () => void;
}

/** The downloads, each with its progress and what can be done with it. The end of each is announced elsewhere. */
export function DownloadsTray({ queries, onEnd, onGone }: DownloadsTrayProps) {
  const downloads = useDownloads(queries);
  const list = useRef<HTMLUListElement>(null);
  /** The line that is to have the focus once its button, or all of it, has left from under a person. */
  const wanted = useRef<number>(null);
  useEffect(() => onGone, [onGone]);
  const isPaused = useToastsPaused();
  const isOver = downloads.every(hasEndedWell);
  const mayGo = isOver && !isPaused;
  useEffect(() => {
    if (!mayGo) return;
    const timer = setTimeout(onEnd, END_STAYS);
    return () => clearTimeout(timer);
  }, [mayGo, onEnd]);
  useLayoutEffect(() => {
    const place = wanted.current;
    wanted.current = null;
    if (place === null || list.current?.contains(document.activeElement)) return;
    const lines = list.current?.querySelectorAll("li") ?? [];
    const buttons = lines[Math.min(place, lines.length - 1)]?.querySelectorAll("button");
    buttons?.[buttons.length - 1]?.focus();
    // Looked at after every drawing: it does nothing unless something was pressed.
  });

  function retry(id: string) {
    // What begins anew stands on top.
    wanted.current = 0;
    retryDownload(queries, id);
  }

  function takeOff(id: string, place: number) {
    wanted.current = place;
    // With the last one the tray goes.
    if (downloads.length === 1) document.getElementById("main")?.focus();
    dismissDownload(queries, id);
  }

  return (
    <ul ref={list} className={classes.list} aria-label="Downloads" aria-live="off">
      {downloads.map((download, place) => (
        <DownloadLine
          key={download.id}
          download={download}
          onCancel={() => cancelDownload(queries, download.id)}
          onRetry={() => retry(download.id)}
          onTakeOff={() => takeOff(download.id, place)}
        />
      ))}
    </ul>
  );
}

interface DownloadLineProps {
  readonly download: Download;
  readonly onCancel: () => void;
  readonly onRetry: () => void;
  readonly onTakeOff: () => void;
}

function DownloadLine({ download, onCancel, onRetry, onTakeOff }: DownloadLineProps) {
  const { fileName, state, failures, problem, note } = download;
  const isOpen = isDownloading(download);
  const canRetry =
    state === "cancelled" || failures.length > 0 || (state === "failed" && problem?.canRetry !== false);
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <span className={classes.name}>{fileName}</span>
        {!isOpen && canRetry && (
          <IconButton
            label={state === "saved" ? `Fetch what failed of ${fileName}` : `Try ${fileName} again`}
            icon={<RefreshIcon />}
            hint={false}
            onClick={onRetry}
          />
        )}
        {/* One button for both: whoever cancels keeps the focus. */}
        <IconButton
          key="close"
          label={isOpen ? `Cancel ${fileName}` : `Take ${fileName} off the list`}
          icon={<CloseIcon />}
          hint={false}
          onClick={isOpen ? onCancel : onTakeOff}
        />
      </div>
      {isOpen && <Bar download={download} />}
      <span className={classes.state} data-tone={state === "failed" ? "danger" : undefined}>
        {downloadWords(download)}
      </span>
      {problem !== null && <span>{problem.detail}</span>}
      {note !== null && <span>{note}</span>}
      {failures.length > 0 && <Failures download={download} />}
    </li>
  );
}

function Bar({ download }: { readonly download: Download }) {
  const share = shareDone(download);
  return (
    <progress
      className={classes.bar}
      aria-label={`Progress of ${download.fileName}`}
      aria-valuetext={downloadWords(download)}
      max={1}
      // Without a value it moves to and fro: how much is to come nobody knows.
      {...(share !== null && { value: share })}
    />
  );
}

function Failures({ download: { failures } }: { readonly download: Download }) {
  return (
    <details className={classes.failures}>
      <summary>Which files failed, and why</summary>
      <ul>
        {failures.map(({ record, name, problem }) => (
          <li key={record.id}>
            <span className={classes.name}>{name}</span>
            {` ${problem?.title ?? "The server did not accept the key"}. ${problem?.detail ?? ""}`}
          </li>
        ))}
      </ul>
    </details>
  );
}
