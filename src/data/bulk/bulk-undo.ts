import type { Api } from "@/data/backend/backend";
import { isSendable, type PlannedChange } from "@/data/changes/planned-change";
import { recordKey } from "@/data/journal/journal-entry";
import { readBatchEntries } from "@/data/journal/journal-store";
import { planUndo } from "@/data/undo/plan-undo";
import type { BulkJob } from "./bulk-job-store";
import { changeRecordKey } from "./precheck-change";

/** Plans the undo of a job like `planUndo`. Rejects only with the abort reason. */
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

/** Returns an impossible change for each sent change that the journal, which has the newest ones, no longer has. */
function findUnrecordedChanges(
  job: BulkJob,
  recordedKeys: ReadonlySet<string | null>,
): readonly PlannedChange[] {
  const { items } = job.get();
  // A finished item with a reason needed no request.
  const wasSent = (index: number) => items[index]?.status === "done" && items[index].reason === null;
  return job.changes
    .filter(
      (change, index) => isSendable(change) && wasSent(index) && !recordedKeys.has(changeRecordKey(change)),
    )
    .map(createUnrecordedChange);
}

export function createUnrecordedChange({ key, name }: Pick<PlannedChange, "key" | "name">): PlannedChange {
  const why = "This change is no longer in Activity, so it can't be undone.";
  return { key: `forgotten ${key}`, name, kind: "impossible", why };
}
