import type { Api } from "@/data/backend/backend";
import { isSendable, type PlannedChange } from "@/data/changes/planned-change";
import { recordKey } from "@/data/journal/journal-entry";
import { readBatchEntries } from "@/data/journal/journal-store";
import { planUndo } from "@/data/undo/journal-undo";
import { computeUndoDependencies } from "@/data/undo/undo-dependencies";
import type { UndoPlanItem, UndoStep } from "@/data/undo/undo-plan";
import { DEPENDENCY_NOT_UNDONE, NOT_IN_JOURNAL } from "./bulk-job-items";
import type { BulkJob } from "./bulk-job-store";
import { changeRecordKey } from "./change-executors";

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
  const planned = createUndoChanges(await planUndo(api, undoable, { signal }));
  return [...planned, ...findUnrecordedChanges(job, new Set(undoable.map(recordKey)))];
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
  return { key: `forgotten ${key}`, name, kind: "impossible", why: NOT_IN_JOURNAL };
}

/** Returns the changes of an undo in plan order, each with its dependencies. */
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
