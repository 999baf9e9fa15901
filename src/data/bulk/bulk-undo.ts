import type { QueryClient } from "@tanstack/react-query";
import { isSent, type PlannedWrite } from "@/data/changes/planned-change";
import type { Api } from "@/data/client/api-context";
import { recordKey } from "@/data/journal/journal-entry";
import { entriesOfBatch, planUndo } from "@/data/undo/journal-undo";
import { undoOrder } from "@/data/undo/undo-dependencies";
import type { UndoPlanItem, UndoStep } from "@/data/undo/undo-plan";
import type { BulkRun } from "./bulk-job-types";
import { recordKeyOf } from "./change-executors";

/**
 * What takes a whole run back, newest write first: its records are read now, and what somebody has changed since is
 * refused with the reason. Rejects with the signal's reason only.
 */
export async function planRunUndo(
  queries: QueryClient,
  api: Api,
  run: BulkRun,
  signal?: AbortSignal,
): Promise<readonly PlannedWrite[]> {
  const entries = await entriesOfBatch(api, run.id);
  // What the server clearly refused has nothing to take back.
  const meant = entries.filter(({ outcome }) => outcome !== "refused");
  const planned = plannedUndo(await planUndo(queries, api, meant, signal));
  return [...planned, ...forgottenBy(run, new Set(meant.map(recordKey)))];
}

const FORGOTTEN =
  "The journal has no entry of it any more: it was cleared, or newer writes have taken its place.";

/** What the run has sent and the journal does not know: it keeps the newest writes only. */
function forgottenBy(run: BulkRun, noted: ReadonlySet<string | null>): readonly PlannedWrite[] {
  return run.writes.flatMap((write, place): readonly PlannedWrite[] => {
    // A reason says that nothing was sent for it.
    const wasSent = run.statusAt(place) === "done" && run.reasonAt(place) === null;
    if (!isSent(write) || !wasSent || noted.has(recordKeyOf(write))) return [];
    return [forgotten(write)];
  });
}

/** What was sent and cannot be taken back, because the journal has no entry of it. */
export function forgotten({ key, name }: Pick<PlannedWrite, "key" | "name">): PlannedWrite {
  return { key: `forgotten ${key}`, name, kind: "impossible", why: FORGOTTEN };
}

const FIRST_STAYS = "Left as it is: what has to be undone before it stays as well.";

/** The writes that an undo comes to, in its order: each waits for what has to be done before it. */
export function plannedUndo(items: readonly UndoPlanItem[]): readonly PlannedWrite[] {
  const { after, blocked } = undoOrder(items);
  const left = new Set<string>();
  return items.map((item): PlannedWrite => {
    if (item.kind === "refused") {
      const { id, name, undoneBy } = item.entry;
      return { key: id, name, kind: undoneBy === null ? "impossible" : "nothing", why: item.why };
    }
    const { entry } = item.step;
    const common = { key: entry.id, name: entry.name };
    const firsts = [...(after.get(entry.id) ?? [])];
    const why = blocked.get(entry.id) ?? (firsts.some((id) => left.has(id)) ? FIRST_STAYS : undefined);
    if (why !== undefined) {
      left.add(entry.id);
      return { ...common, kind: "impossible", why };
    }
    const order = firsts.length > 0 && { after: firsts };
    return { ...common, ...writeOf(item.step), undoes: entry.id, ...order };
  });
}

function writeOf(step: UndoStep) {
  const { entry: _entry, changes: _changes, note: _note, ...write } = step;
  return write;
}
