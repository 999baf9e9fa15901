import { useEffect, useRef, useState } from "react";
import { pluralize } from "@/lib/text/numbers";
import { useToasts } from "@/ui/feedback/toasts";
import type { PendingFile } from "./file-choice";
import { saveFile } from "./save-file";

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
  const toasts = useToasts();
  useEffect(() => () => controllerRef.current?.abort(), []);

  async function save(file: PendingFile, rowCount: number): Promise<boolean> {
    const controller = new AbortController();
    controllerRef.current = controller;
    setErrorMessage(null);
    setRowsDone(0);
    try {
      await saveFile({ ...file, onProgress: setRowsDone, signal: controller.signal });
    } catch (error) {
      if (!controller.signal.aborted) handleError(error);
      return false;
    } finally {
      setRowsDone(null);
    }
    toasts.show({ title: `Saved ${pluralize(rowCount, "row", "rows")} as ${file.name}`, tone: "positive" });
    return true;
  }

  function handleError(error: unknown): void {
    const detail = error instanceof Error && error.message !== "" ? error.message : "Try again.";
    setErrorMessage(detail);
    if (showsErrorToast) toasts.show({ title: "Couldn't save the file", detail, tone: "danger" });
  }

  return { rowsDone, errorMessage, save, stop: () => controllerRef.current?.abort() };
}
