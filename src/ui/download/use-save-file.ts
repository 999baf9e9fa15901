import { useEffect, useRef, useState } from "react";
import { plural } from "@/lib/text/numbers";
import { useToasts } from "@/ui/feedback/toasts";
import type { UnwrittenFile } from "./file-choice";
import { saveInSlices } from "./save-file";

/** A file that is being saved, or none. */
export interface Saving {
  /** Null while nothing is written. */
  readonly rowsDone: number | null;
  /** Why the last one failed. */
  readonly failure: string | null;
  /** True once it is saved, which a toast says; false where it failed or was stopped. */
  readonly save: (file: UnwrittenFile, rows: number) => Promise<boolean>;
  readonly stop: () => void;
}

/**
 * Saves one file at a time; leaving the page or the dialog stops it.
 * @param options.tellsFailure says a failure in a toast, where no place on the page shows `failure`
 */
export function useSaving({ tellsFailure = false } = {}): Saving {
  const [rowsDone, setRowsDone] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController>(undefined);
  const toasts = useToasts();
  useEffect(() => () => running.current?.abort(), []);

  async function save(file: UnwrittenFile, rows: number): Promise<boolean> {
    const controller = new AbortController();
    running.current = controller;
    setFailure(null);
    setRowsDone(0);
    try {
      await saveInSlices({ ...file, onProgress: setRowsDone, signal: controller.signal });
    } catch (error) {
      if (!controller.signal.aborted) tellFailure(error);
      return false;
    } finally {
      setRowsDone(null);
    }
    toasts.show({ title: `Saved ${plural(rows, "row", "rows")} as ${file.name}`, tone: "positive" });
    return true;
  }

  function tellFailure(error: unknown): void {
    const detail = error instanceof Error && error.message !== "" ? error.message : "Nothing more is known.";
    setFailure(detail);
    if (tellsFailure) toasts.show({ title: "The file could not be written", detail, tone: "danger" });
  }

  return { rowsDone, failure, save, stop: () => running.current?.abort() };
}
