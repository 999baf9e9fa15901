import type { QueryClient } from "@tanstack/react-query";
import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";
import { describeError } from "@/http/describe-error";
import { HttpError } from "@/http/errors";
import { plural } from "@/lib/numbers";
import { diffRecipients } from "@/lib/recipient-text";
import type { Api } from "./api-context";
import { fieldLabel, valueWords } from "./change-words";
import { type FieldChange, HIDDEN, type JournalEntry } from "./journal-entry";
import { readBatch } from "./journal-store";
import { isSameValue } from "./same-value";
import { subscriptionQueries } from "./subscriptions";

/** What will be sent to take a write back. */
export interface UndoStep {
  readonly entry: JournalEntry;
  readonly recordId: number;
  /** The record as it stands when the step's turn comes. */
  readonly before: Subscription;
  readonly body: SubscriptionChange;
  readonly changes: readonly FieldChange[];
  /** What leaves the house with it, or cannot be called back. */
  readonly note: string | null;
}

/** Why a write is not taken back: `read` where its record could not be read, `changed` where it is another one now. */
export type UndoRefusal = "entry" | "read" | "gone" | "changed";

/** What undoing one entry comes to. */
export type UndoPlanItem =
  | { readonly kind: "step"; readonly step: UndoStep }
  | {
      readonly kind: "refused";
      readonly entry: JournalEntry;
      readonly why: string;
      readonly refusal: UndoRefusal;
      /** The record as it is now, where it could be read. */
      readonly current?: Subscription;
      /** What the reading failed with. */
      readonly error?: unknown;
    };

/** Records that are read at once, at most. */
const AT_ONCE = 4;
/** Fields no server keeps: what was sent stays sent. */
const SENT_ONLY = "invite_message";

const EXPORT_STAYS = "An export cannot be taken back: servers delete it only when it expires.";

type Reading = { readonly record: Subscription } | { readonly error: unknown };

/** The entries of one batch, newest first. */
export function entriesOfBatch(api: Api, batchId: string): Promise<readonly JournalEntry[]> {
  return readBatch(api, batchId);
}

/**
 * What undoing these entries would send, newest first: their records are read now, and entries on one record build upon
 * each other. Rejects with the signal's reason only.
 */
export async function planUndo(
  queries: QueryClient,
  api: Api,
  entries: readonly JournalEntry[],
  signal?: AbortSignal,
): Promise<readonly UndoPlanItem[]> {
  const sorted = [...entries].sort((a, b) => (a.id < b.id ? 1 : -1));
  const ids = sorted.flatMap((entry) =>
    whyNever(entry) === null && entry.recordId !== null ? [entry.recordId] : [],
  );
  const readings = await readAll(queries, api, new Set(ids), signal);
  return sorted.map((entry) => {
    const reading = entry.recordId === null ? undefined : readings.get(entry.recordId);
    const never = whyNever(entry);
    if (never !== null || entry.recordId === null || reading === undefined) {
      return { kind: "refused", entry, why: never ?? "It has no record.", refusal: "entry" };
    }
    if ("error" in reading) return unread(entry, reading.error);
    const item = planOne(entry, reading.record);
    // The next entry on this record finds what this one will leave.
    if (item.kind === "step") {
      readings.set(entry.recordId, { record: { ...reading.record, ...definedIn(item.step.body) } });
    }
    return item;
  });
}

/** Why an entry can never be taken back, whatever its record is now; null where that depends on the record. */
export function whyNever(entry: JournalEntry): string | null {
  if (entry.outcome === "running") return "It is still under way.";
  if (entry.outcome === "refused") return "It was not done, so there is nothing to take back.";
  if (entry.outcome === "unknown") return "Nobody knows whether it was done. Check it first.";
  if (entry.resource === "export") return EXPORT_STAYS;
  if (entry.undoneBy !== null) return "It was undone already.";
  if (entry.recordId === null) return "It has no record.";
  const back = inverseOf(entry);
  if (back.some(({ after }) => after === undefined)) return "What stood there before is not known.";
  if (back.some(({ after }) => after === HIDDEN)) return "What stood there held the key, and was not kept.";
  if (back.length > 0) return null;
  return entry.changes.some(({ field }) => field === SENT_ONLY)
    ? "A message that was sent cannot be called back."
    : "It changed nothing.";
}

/** The fields that go back, from what the write has left to what stood there before. */
function inverseOf({ kind, changes }: JournalEntry): readonly FieldChange[] {
  if (kind === "created") return [{ field: "deleted", before: false, after: true }];
  return changes
    .filter(
      ({ field, before, after }) =>
        field !== SENT_ONLY && (before === undefined || !isSameValue(field, before, after)),
    )
    .map(({ field, before, after }) => ({ field, before: after, after: before }));
}

function planOne(entry: JournalEntry, record: Subscription): UndoPlanItem {
  const changes = inverseOf(entry);
  const first = changes.find(({ field, before }) => !isSameValue(field, record[field], before));
  if (first !== undefined) {
    const why =
      entry.kind === "created"
        ? "It is in the bin already."
        : `It was changed since: ${fieldLabel(first.field)} is ${valueWords(first.field, record[first.field])} now, and this write had left ${valueWords(first.field, first.before)}.`;
    return { kind: "refused", entry, why, refusal: "changed", current: record };
  }
  const body: SubscriptionChange = Object.fromEntries(changes.map(({ field, after }) => [field, after]));
  const step = {
    entry,
    recordId: record.id,
    before: record,
    body,
    changes,
    note: noteOf(entry, record, body),
  };
  return { kind: "step", step };
}

function noteOf({ kind }: JournalEntry, record: Subscription, body: SubscriptionChange): string | null {
  if (kind === "created") return "It goes to the bin. What was delivered by then stays delivered.";
  if (body.target_value === undefined && body.target_type === undefined) return null;
  const channel = body.target_type ?? record.target_type;
  if (channel !== "email" || channel !== record.target_type) {
    return "It is delivered to the former recipients at once.";
  }
  const { added } = diffRecipients(record.target_value, body.target_value ?? record.target_value);
  if (added.length === 0) return null;
  return `${plural(added.length, "person comes", "people come")} back and ${added.length === 1 ? "receives" : "receive"} it at once.`;
}

function unread(entry: JournalEntry, error: unknown): UndoPlanItem {
  if (error instanceof HttpError && error.status === 404) {
    return { kind: "refused", entry, why: "The server does not have it any more.", refusal: "gone", error };
  }
  const { title, detail } = describeError(error);
  return { kind: "refused", entry, why: `It could not be read: ${title}. ${detail}`, refusal: "read", error };
}

async function readAll(
  queries: QueryClient,
  api: Api,
  ids: ReadonlySet<number>,
  signal: AbortSignal | undefined,
): Promise<Map<number, Reading>> {
  const readings = new Map<number, Reading>();
  const waiting = ids.values();
  const work = async () => {
    for (const id of waiting) {
      signal?.throwIfAborted();
      readings.set(id, await readNow(queries, api, id));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return readings;
}

/** A record as the server has it at this moment. */
export async function readNow(queries: QueryClient, api: Api, id: number): Promise<Reading> {
  const query = subscriptionQueries.detail(api, id);
  // A request that is on its way may bring what stood before the write.
  await queries.cancelQueries({ queryKey: query.queryKey });
  return queries.fetchQuery({ ...query, staleTime: 0 }).then(
    (record) => ({ record }),
    (error: unknown) => ({ error }),
  );
}

function definedIn(body: SubscriptionChange): Partial<Subscription> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}
