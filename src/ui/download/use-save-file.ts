import { useEffect, useRef, useState } from "react";
import { downloadBlob } from "@/lib/file/file-chunk";
import { type CooperativeTask, runCooperatively } from "@/lib/scheduler/cooperative-task";
import { pluralize } from "@/lib/text/numbers";
import { toasts } from "@/ui/feedback/toasts";
import type { PendingFile } from "./file-choice";

export interface SaveFileState {
  /** Number of rows written. Null while no file is being saved. */
  readonly rowsDone: number | null;
  readonly errorMessage: string | null;
  /**
   * Resolves with true after the file is saved and a toast is shown, or with false after a failure
   * or a stop.
   */
  readonly save: (file: PendingFile, rows: number) => Promise<boolean>;
  readonly stop: () => void;
}

/**
 * Saves a file and reports the progress. Save only one file at a time. Unmounting stops saving.
 * @param options.showsErrorToast whether to show failures in a toast, for callers that don't render
 *   `errorMessage`
 */
export function useSaveFile({ showsErrorToast = false } = {}): SaveFileState {
  const [rowsDone, setRowsDone] = useState<number | null>(null);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const controllerRef = useRef<AbortController>(undefined);
  useEffect(() => () => controllerRef.current?.abort(), []);

  async function save(file: PendingFile, rowCount: number): Promise<boolean> {
    const controller = new AbortController();
    controllerRef.current = controller;
    setErrorMessage(null);
    setRowsDone(0);
    try {
      await saveFile({ ...file, onProgress: setRowsDone, signal: controller.signal });
    } catch (error) {
      if (controller.signal.aborted) return false;
      const detail = error instanceof Error && error.message !== "" ? error.message : "Try again.";
      setErrorMessage(detail);
      if (showsErrorToast) toasts.show({ title: "Couldn't save the file", detail, tone: "danger" });
      return false;
    } finally {
      setRowsDone(null);
    }
    toasts.show({ title: `Saved ${pluralize(rowCount, "row", "rows")} as ${file.name}`, tone: "positive" });
    return true;
  }

  return { rowsDone, errorMessage, save, stop: () => controllerRef.current?.abort() };
}

interface SaveOptions extends PendingFile {
  /** Called with the number of rows written, about ten times per second. */
  readonly onProgress?: (rowsDone: number) => void;
  readonly signal?: AbortSignal;
  /** Delivers the finished file. Defaults to a download. */
  readonly deliver?: (file: Blob, name: string) => void;
}

const PROGRESS_INTERVAL_MS = 100;

/**
 * Writes a file in slices that keep the page responsive, then downloads it. Rejects with the signal's reason or a
 * chunk's error, without downloading.
 */
export async function saveFile(options: SaveOptions): Promise<void> {
  const { name, signal, deliver = downloadBlob } = options;
  const file = await runCooperatively(buildBlob(options), signal);
  deliver(file, name);
}

function* buildBlob({ type, chunks, onProgress }: SaveOptions): CooperativeTask<Blob> {
  const parts: Blob[] = [];
  let lastProgressAt = performance.now();
  for (const { text, rowsDone } of chunks) {
    // A blob frees the page's memory.
    parts.push(new Blob([text]));
    if (performance.now() - lastProgressAt >= PROGRESS_INTERVAL_MS) {
      lastProgressAt = performance.now();
      onProgress?.(rowsDone);
    }
    yield;
  }
  return new Blob(parts, { type });
}
