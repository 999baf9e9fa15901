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
 * What a file says other than the server; null until it is known. What was found stays while it is looked at anew.
 * @param ground null while nothing may be compared; keep the object stable
 */
export function useEditDiff(file: ParsedEditFile | null, baseRecords: BaseRecords | null): EditDiff | null {
  const [compared, setCompared] = useState<ComparedDiff | null>(null);
  useEffect(() => {
    if (file === null || baseRecords === null) return;
    const controller = new AbortController();
    runCooperatively(diffEditFile(file, baseRecords), controller.signal).then(
      (diff) => setCompared({ file, isCreateOnly: baseRecords.isCreateOnly, diff }),
      (error: unknown) => {
        // A crash belongs to the page that shows the plan.
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
