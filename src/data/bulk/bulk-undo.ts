import type { QueryClient } from "@tanstack/react-query";
import { isSendable, type PlannedChange } from "@/data/changes/planned-change";
import type { Api } from "@/data/client/api-context";
import { recordKey } from "@/data/journal/journal-entry";
import { fetchBatchEntries, planUndo } from "@/data/undo/journal-undo";
import { computeUndoDependencies } from "@/data/undo/undo-dependencies";
import type { UndoPlanItem, UndoStep } from "@/data/undo/undo-plan";
import type { BulkJob } from "./bulk-job-types";
import { changeRecordKey } from "./change-executors";

/**
 * What takes a whole run back, newest write first: its records are read now, and what somebody has changed since is
 * refused with the reason. Rejects with the signal's reason only.
 */
export async function planBulkJobUndo(
  queryClient: QueryClient,
  api: Api,
  job: BulkJob,
  signal?: AbortSignal,
): Promise<readonly PlannedChange[]> {
  const entries = await fetchBatchEntries(api, job.id);
  // What the server clearly refused has nothing to take back.
  const undoable = entries.filter(({ outcome }) => outcome !== "refused");
  const planned = createUndoChanges(await planUndo(queryClient, api, undoable, signal));
  return [...planned, ...findUnrecordedChanges(job, new Set(undoable.map(recordKey)))];
}

const UNRECORDED_REASON =
  "The journal has no entry of it any more: it was cleared, or newer writes have taken its place.";

/** What the run has sent and the journal does not know: it keeps the newest writes only. */
function findUnrecordedChanges(
  job: BulkJob,
  recordedKeys: ReadonlySet<string | null>,
): readonly PlannedChange[] {
  return job.changes.flatMap((change, index): readonly PlannedChange[] => {
    // A reason says that nothing was sent for it.
    const wasSent = job.statusAt(index) === "done" && job.reasonAt(index) === null;
    if (!isSendable(change) || !wasSent || recordedKeys.has(changeRecordKey(change))) return [];
    return [createUnrecordedChange(change)];
  });
}

/** What was sent and cannot be taken back, because the journal has no entry of it. */
export function createUnrecordedChange({ key, name }: Pick<PlannedChange, "key" | "name">): PlannedChange {
  return { key: `forgotten ${key}`, name, kind: "impossible", why: UNRECORDED_REASON };
}

const DEPENDENCY_NOT_UNDONE = "Left as it is: what has to be undone before it stays as well.";

/** The writes that an undo comes to, in its order: each waits for what has to be done before it. */
export function createUndoChanges(items: readonly UndoPlanItem[]): readonly PlannedChange[] {
  const { after, blocked } = computeUndoDependencies(items);
  const skipped = new Set<string>();
  return items.map((item): PlannedChange => {
    if (item.kind === "refused") {
      const { id, name, undoneBy } = item.entry;
      return { key: id, name, kind: undoneBy === null ? "impossible" : "nothing", why: item.why };
    }
    const { entry } = item.step;
    const common = { key: entry.id, name: entry.name };
    const dependencies = [...(after.get(entry.id) ?? [])];
    const why =
      blocked.get(entry.id) ??
      (dependencies.some((id) => skipped.has(id)) ? DEPENDENCY_NOT_UNDONE : undefined);
    if (why !== undefined) {
      skipped.add(entry.id);
      return { ...common, kind: "impossible", why };
    }
    const order = dependencies.length > 0 && { after: dependencies };
    return { ...common, ...toPlannedChange(item.step), undoes: entry.id, ...order };
  });
}

function toPlannedChange(step: UndoStep) {
  const { entry: _entry, changes: _changes, note: _note, ...change } = step;
  return change;
}
