import type { QueryClient } from "@tanstack/react-query";
import type { Api } from "./api-context";
import { entriesOfBatch, planUndo, type UndoPlanItem } from "./journal-undo";
import type { PlannedWrite } from "./planned-write";

/**
 * What takes a whole run back, newest write first: its records are read now, and what somebody has changed since is
 * refused with the reason. Rejects with the signal's reason only.
 */
export async function planRunUndo(
  queries: QueryClient,
  api: Api,
  runId: string,
  signal?: AbortSignal,
): Promise<readonly PlannedWrite[]> {
  const entries = await entriesOfBatch(api, runId);
  // What the server clearly refused has nothing to take back.
  const meant = entries.filter(({ outcome }) => outcome !== "refused");
  return (await planUndo(queries, api, meant, signal)).map(plannedUndo);
}

/** The write that one item of an undo comes to. */
export function plannedUndo(item: UndoPlanItem): PlannedWrite {
  if (item.kind === "refused") {
    const { id, name, undoneBy } = item.entry;
    return { key: id, name, kind: undoneBy === null ? "impossible" : "nothing", why: item.why };
  }
  const { entry, before, body } = item.step;
  return { key: entry.id, name: entry.name, kind: "change", before, body, undoes: entry.id };
}
