import type { Api } from "@/data/backend/backend";
import { isSendable, type PlannedChange } from "@/data/changes/planned-change";
import { recordKey } from "@/data/journal/journal-entry";
import { readBatchEntries } from "@/data/journal/journal-store";
import { planUndo } from "@/data/undo/plan-undo";
import type { BulkJob } from "./bulk-job-store";
import { changeRecordKey } from "./precheck-change";

/**
 * Plans the undo of a job, newest change first. Reads the current records, and marks conflicts as impossible. Rejects
 * only with the abort reason.
 */
export async function planBulkJobUndo(
  api: Api,
  job: BulkJob,
  signal?: AbortSignal,
): Promise<readonly PlannedChange[]> {
  const entries = await readBatchEntries(api, job.id);
  const undoable = entries.filter(({ outcome }) => outcome !== "refused");
  const items = await planUndo(api, undoable, { signal });
  return [
    ...items.map(({ change }) => change),
    ...findUnrecordedChanges(job, new Set(undoable.map(recordKey))),
  ];
}

/**
 * Returns an impossible change for each sent change whose journal entry was dropped. The journal
 * stores only the newest changes.
 */
function findUnrecordedChanges(
  job: BulkJob,
  recordedKeys: ReadonlySet<string | null>,
): readonly PlannedChange[] {
  const { items } = job.get();
  return job.changes.flatMap((change, index): readonly PlannedChange[] => {
    // A finished item with a reason needed no request.
    const wasSent = items[index]?.status === "done" && items[index].reason === null;
    if (!isSendable(change) || !wasSent || recordedKeys.has(changeRecordKey(change))) return [];
    return [createUnrecordedChange(change)];
  });
}

export function createUnrecordedChange({ key, name }: Pick<PlannedChange, "key" | "name">): PlannedChange {
  const why = "This change is no longer in Activity, so it can't be undone.";
  return { key: `forgotten ${key}`, name, kind: "impossible", why };
}
