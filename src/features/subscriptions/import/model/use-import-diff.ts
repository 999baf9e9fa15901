import { useEffect, useState } from "react";
import { runCooperatively } from "@/lib/scheduler/cooperative-task";
import { type BaseRecords, diffImportFile, type ImportDiff } from "./import-diff";
import type { ParsedImportFile } from "./parse-import-file";

interface ComparedDiff {
  readonly file: ParsedImportFile;
  readonly isCreateOnly: boolean;
  readonly diff: ImportDiff;
}

/**
 * Compares a file with the records. Returns null until a comparison with the current file and the
 * current `isCreateOnly` value is complete. When only the records change, returns the previous
 * result until the new comparison is complete.
 * @param baseRecords null while loading. Must be memoized, because a new object starts a new
 * comparison.
 */
export function useImportDiff(
  file: ParsedImportFile | null,
  baseRecords: BaseRecords | null,
): ImportDiff | null {
  const [compared, setCompared] = useState<ComparedDiff | null>(null);
  useEffect(() => {
    if (file === null || baseRecords === null) return;
    const controller = new AbortController();
    runCooperatively(diffImportFile(file, baseRecords), controller.signal).then(
      (diff) => setCompared({ file, isCreateOnly: baseRecords.isCreateOnly, diff }),
      (error: unknown) => {
        // Rethrows the error during rendering, so that the page's error boundary catches it.
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
