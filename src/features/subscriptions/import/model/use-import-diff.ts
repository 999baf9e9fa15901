import { useEffect, useState } from "react";
import { runCooperatively } from "@/lib/scheduler/cooperative-task";
import { type BaseRecords, diffEditFile, type EditDiff } from "./edit-diff";
import type { ParsedEditFile } from "./parse-edit-file";

interface ComparedDiff {
  readonly file: ParsedEditFile;
  readonly isCreateOnly: boolean;
  readonly diff: EditDiff;
}

/**
 * Compares a file with the records. Returns null before the first result, and the last result during a new
 * comparison. @param baseRecords null while loading. Must be memoized, because a new object starts a new comparison.
 */
export function useEditDiff(file: ParsedEditFile | null, baseRecords: BaseRecords | null): EditDiff | null {
  const [compared, setCompared] = useState<ComparedDiff | null>(null);
  useEffect(() => {
    if (file === null || baseRecords === null) return;
    const controller = new AbortController();
    runCooperatively(diffEditFile(file, baseRecords), controller.signal).then(
      (diff) => setCompared({ file, isCreateOnly: baseRecords.isCreateOnly, diff }),
      (error: unknown) => {
        // Thrown during rendering, so that the page's error boundary catches it.
        if (!controller.signal.aborted)
          setCompared(() => {
            throw error;
          });
      },
    );
    return () => controller.abort();
  }, [file, baseRecords]);
  if (compared === null || compared.file !== file || baseRecords === null) return null;
  return compared.isCreateOnly === baseRecords.isCreateOnly ? compared.diff : null;
}
