import type { QueryClient } from "@tanstack/react-query";
import type { Api } from "@/data/client/api-context";
import { type JournalEntry, recordKey } from "@/data/journal/journal-entry";
import { readBatchEntries } from "@/data/journal/journal-store";
import type { ReadOptions } from "@/http/client";
import { memberUndoBlocker, readMemberState } from "./member-undo";
import { readSubscriptionState, subscriptionUndoBlocker } from "./subscription-undo";
import { orderUndoItems } from "./undo-dependencies";
import { UNDO_BLOCKERS } from "./undo-messages";
import type { UndoPlanItem, UndoState } from "./undo-plan";

const MAX_CONCURRENT = 4;

export function fetchBatchEntries(api: Api, batchId: string): Promise<readonly JournalEntry[]> {
  return readBatchEntries(api, batchId);
}

/**
 * Plans the undo of entries, newest first. Within a batch, adds recipients to one subscription before removing them
 * from another. Loads the current records. Plans for the same record build on each other. Rejects only with the
 * signal's reason.
 */
export async function planUndo(
  queryClient: QueryClient,
  api: Api,
  entries: readonly JournalEntry[],
  options: ReadOptions = {},
): Promise<readonly UndoPlanItem[]> {
  const sorted = [...entries].sort((a, b) => (a.id < b.id ? 1 : -1));
  const states = await readStates(queryClient, api, sorted, options);
  const items = sorted.map((entry): UndoPlanItem => {
    const key = recordKey(entry);
    const state = key === null ? undefined : states.get(key);
    const blocker = undoBlocker(entry);
    if (blocker !== null || key === null || state === undefined) {
      return { kind: "refused", entry, why: blocker ?? UNDO_BLOCKERS.noRecord, refusal: "entry" };
    }
    const { item, nextState } = state.plan(entry);
    states.set(key, nextState);
    return item;
  });
  return orderUndoItems(items);
}

/**
 * Returns why an entry can't be undone, whatever the state of its record. Returns null if the
 * answer depends on the record.
 */
export function undoBlocker(entry: JournalEntry): string | null {
  if (entry.outcome === "running") return UNDO_BLOCKERS.inProgress;
  if (entry.outcome === "refused") return UNDO_BLOCKERS.failed;
  if (entry.outcome === "unknown") return UNDO_BLOCKERS.outcomeUnknown;
  if (entry.resource === "export") return UNDO_BLOCKERS.export;
  if (entry.undoneBy !== null) return UNDO_BLOCKERS.undone;
  if (entry.recordId === null) return UNDO_BLOCKERS.noRecord;
  return entry.resource === "member" ? memberUndoBlocker(entry) : subscriptionUndoBlocker(entry);
}

async function readStates(
  queryClient: QueryClient,
  api: Api,
  entries: readonly JournalEntry[],
  { signal, isPartOfChange }: ReadOptions,
): Promise<Map<string, UndoState>> {
  const wanted = new Map<string, JournalEntry>();
  for (const entry of entries) {
    const key = recordKey(entry);
    if (key !== null && undoBlocker(entry) === null) wanted.set(key, entry);
  }
  const states = new Map<string, UndoState>();
  const waiting = wanted.entries();
  const readNext = async () => {
    for (const [key, entry] of waiting) {
      signal?.throwIfAborted();
      const read = () => readState(queryClient, api, entry, { isPartOfChange });
      // A single record is read immediately.
      states.set(key, await (wanted.size > 1 ? api.client.budget.inTurn(read, signal) : read()));
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, readNext));
  return states;
}

/** Loads a member or subscription. Never called for exports, because they can't be undone. */
function readState(
  queryClient: QueryClient,
  api: Api,
  { resource, recordId }: JournalEntry,
  options: ReadOptions,
): Promise<UndoState> {
  return resource === "member"
    ? readMemberState(queryClient, api, String(recordId), options)
    : readSubscriptionState(queryClient, api, Number(recordId), options);
}
