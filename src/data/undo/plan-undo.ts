import type { ReadOptions } from "@/api/client";
import { describeError } from "@/api/describe-error";
import { HttpError } from "@/api/errors";
import type { ExplicitMember } from "@/api/members";
import type { Subscription, SubscriptionChange } from "@/api/subscriptions";
import type { Api } from "@/data/backend/backend";
import { currentSendingRules } from "@/data/capabilities/capabilities";
import { levelLabel } from "@/data/changes/access-levels";
import { fieldLabel, formatFieldValue } from "@/data/changes/change-labels";
import { compareFields, compareWithPlan, isSameValue } from "@/data/changes/compare-fields";
import { DELIVERY_FIELDS } from "@/data/changes/planned-change";
import {
  type FieldChange,
  type JournalEntry,
  REDACTED,
  recordKey,
  WRITE_ONLY_FIELD,
} from "@/data/journal/journal-entry";
import { readMemberNow } from "@/data/members/optimistic-members";
import { deliveryWarning } from "@/data/subscriptions/save-effect-messages";
import { readSubscriptionNow } from "@/data/subscriptions/subscription-mutations";
import { isOpaqueChannel } from "@/lib/recipients/recipients";
import { formatDay } from "@/lib/time/dates";
import { orderUndo, refuseUndo, type UndoItem } from "./order-undo";

const MAX_CONCURRENT = 4;

/**
 * Plans the undo of entries, newest first (`orderUndo`). Reads the current records, and marks conflicts as impossible.
 * Rejects only with the signal's reason.
 */
export async function planUndo(
  api: Api,
  entries: readonly JournalEntry[],
  { signal, isPartOfChange }: ReadOptions = {},
): Promise<readonly UndoItem[]> {
  const sorted = [...entries].sort((a, b) => (a.id < b.id ? 1 : -1));
  const wanted = new Map(
    sorted.filter((entry) => undoBlocker(entry) === null).map((entry) => [recordKey(entry), entry]),
  );
  const planners = new Map<string | null, UndoPlanner>();
  const waiting = wanted.entries();
  const readNext = async () => {
    for (const [key, entry] of waiting) {
      signal?.throwIfAborted();
      const read = () => readRecord(api, entry, { isPartOfChange });
      // A single record is read immediately.
      planners.set(key, await (wanted.size > 1 ? api.client.budget.inTurn(read, signal) : read()));
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, readNext));
  const items = sorted.map((entry) => {
    const why = undoBlocker(entry);
    const plan = planners.get(recordKey(entry));
    return why !== null || plan === undefined ? refuseUndo(entry, why ?? NO_RECORD) : plan(entry);
  });
  return orderUndo(items);
}

const NO_RECORD = "The changed record is unknown.";
const MESSAGE_SENT = "A sent message can't be recalled.";
const WEBHOOK_HIDDEN = "The previous webhook is unknown because the server returns only its host.";

/** Returns why an entry can't be undone, or null if that depends on the state of its record. */
export function undoBlocker(entry: JournalEntry): string | null {
  const { outcome, resource, kind, changes } = entry;
  if (outcome === "running") return "This change is still in progress.";
  if (outcome === "refused") return "Nothing to undo: this change failed.";
  if (outcome === "unknown") return "The outcome is unknown. Check it first.";
  if (resource === "export")
    return "Creating an export can't be undone. Exports are deleted when they expire.";
  if (entry.undoneBy !== null) return "Already undone.";
  if (entry.recordId === null) return NO_RECORD;
  if (kind === "tested") return MESSAGE_SENT;
  const inverse = invertChanges(entry);
  if (changes.length === 0 || inverse.some(({ after }) => after === undefined))
    return "The previous value is unknown.";
  if (inverse.some(({ after }) => after === REDACTED))
    return "The previous value contained the API key, so it wasn't stored.";
  if (hidesWebhook(entry)) return WEBHOOK_HIDDEN;
  if (inverse.length > 0) return null;
  return changes.some(({ field }) => field === WRITE_ONLY_FIELD)
    ? MESSAGE_SENT
    : "This change had no effect.";
}

function hidesWebhook({ kind, changes }: JournalEntry, channel?: string): boolean {
  if (kind === "created") return false;
  const target = changes.find(({ field }) => field === "target_value");
  const previous = changes.find(({ field }) => field === "target_type")?.before ?? channel;
  if (target === undefined) return false;
  if (typeof previous === "string") return isOpaqueChannel(previous);
  // A different value was sent, but the response repeated the old one, so the server hides the target.
  return target.before !== undefined && target.before === target.after;
}

/** Swaps the values before and after. The inverse of the creation of a subscription is a move to Trash. */
function invertChanges({ resource, kind, changes }: JournalEntry): readonly FieldChange[] {
  if (resource === "subscription" && kind === "created")
    return [{ field: "deleted", before: false, after: true }];
  return changes
    .filter(
      ({ field, before, after }) =>
        field !== WRITE_ONLY_FIELD && (before === undefined || !isSameValue(field, before, after)),
    )
    .map(({ field, before, after }) => ({ field, before: after, after: before }));
}

/** Plans the undo of an entry of one record. Later calls, for older entries, are based on the record after this undo. */
type UndoPlanner = (entry: JournalEntry) => UndoItem;

async function readRecord(api: Api, entry: JournalEntry, options: ReadOptions): Promise<UndoPlanner> {
  try {
    return entry.resource === "member"
      ? await readMember(api, String(entry.recordId), options)
      : await readSubscription(api, Number(entry.recordId), options);
  } catch (error) {
    const { title, detail } = describeError(error);
    const isGone = entry.resource === "subscription" && error instanceof HttpError && error.status === 404;
    const why = isGone
      ? "The subscription no longer exists."
      : `Couldn't load the current state. ${title}. ${detail}`;
    return (other) => refuseUndo(other, why, { error });
  }
}

async function readSubscription(api: Api, id: number, options: ReadOptions): Promise<UndoPlanner> {
  let record = await readSubscriptionNow(api, id, options);
  const rules = currentSendingRules(api);
  return (entry) => {
    if (hidesWebhook(entry, record.target_type))
      return refuseUndo(entry, WEBHOOK_HIDDEN, { current: record });
    const changes = invertChanges(entry);
    const isCreation = entry.kind === "created";
    const expected = isCreation ? [...changes, ...createdValues(entry, record)] : changes;
    const before = {
      ...record,
      ...Object.fromEntries(expected.map((change) => [change.field, change.before])),
    };
    const body: SubscriptionChange = Object.fromEntries(changes.map(({ field, after }) => [field, after]));
    const condition = isCreation && { precondition: CREATED_FIELDS };
    const comparison = compareWithPlan(record, { before, body, ...condition });
    if (comparison.state !== "before") {
      const { state } = comparison;
      const different = state === "neither" ? comparison.different : changes[0];
      const why =
        different === undefined || (isCreation && state === "after")
          ? "Already in Trash."
          : fieldConflictMessage(different, record);
      return refuseUndo(entry, why, { current: record, state });
    }
    const { id: key, name } = entry;
    const common = { key, name, resource: "subscription", kind: "change", undoes: key } as const;
    const change = { ...common, before: record, body, ...condition };
    const note = isCreation
      ? "Moves the subscription to Trash. Past deliveries aren't affected."
      : deliveryWarning(record, body, rules);
    record = Object.assign({}, record, body);
    return { entry, change, note };
  };
}

/** Fields that must be unchanged since a creation. Otherwise, undoing it would discard later changes. */
const CREATED_FIELDS = ["title", ...DELIVERY_FIELDS] as const satisfies readonly (keyof SubscriptionChange)[];

function createdValues({ changes }: JournalEntry, record: Subscription) {
  const sent = new Map(changes.map(({ field, after }) => [field, after]));
  return CREATED_FIELDS.map((field) => ({
    field,
    before: sent.has(field) ? sent.get(field) : defaultValue(field, record[field]),
  }));
}

/** Returns the server's default for a field that a creation didn't send. */
function defaultValue(field: string, current: unknown): unknown {
  if (field === "interval") return 1;
  // Servers that can't pause don't return this field.
  if (field === "enabled") return (current ?? null) === null ? null : true;
  const isEmpty = current === "" || (Array.isArray(current) && current.length === 0);
  return isEmpty ? current : null;
}

async function readMember(api: Api, uuid: string, options: ReadOptions): Promise<UndoPlanner> {
  /** The membership, or null without an explicit level. */
  let current = await readMemberNow(api, uuid, options);
  return (entry) => {
    const left = findLevel(entry, "after");
    const level = findLevel(entry, "before");
    const change = { field: "level", before: left, after: level };
    const { state } = compareFields({ level: current?.level ?? null }, [change]);
    if (state !== "before") return refuseUndo(entry, memberConflictMessage(entry, left, current), { state });
    const { id: key, name } = entry;
    const common = { key, name, resource: "member", undoes: key } as const;
    const before = current;
    if (level === null && before !== null) {
      current = null;
      const note = "Access from the organization isn't affected.";
      return { entry, change: { ...common, kind: "remove", before }, note };
    }
    const body = { level: level ?? 0 };
    current = { ...(before ?? createPlaceholder(uuid)), ...body };
    if (before !== null) return { entry, change: { ...common, kind: "change", before, body } };
    const addition = { ...common, kind: "create", body: { ...body, user_uuid: uuid } } as const;
    const joined = entry.changes.find(({ field }) => field === "joined_at");
    // Servers with access controls have no join dates.
    if (joined === undefined) return { entry, change: { ...addition, hasNoJoinDate: true } };
    const date = typeof joined.before === "string" ? ` It was ${formatDay(joined.before)}.` : "";
    return { entry, change: addition, note: `The join date will be reset.${date}` };
  };
}

/** Returns null for no explicit level. */
function findLevel({ changes }: JournalEntry, side: "before" | "after"): number | null {
  const level = changes.find(({ field }) => field === "level")?.[side];
  return typeof level === "number" ? level : null;
}

/** Stands for a member who will have been added again. Older undos need only the level. */
const createPlaceholder = (uuid: string): ExplicitMember => ({
  id: uuid,
  level: 0,
  parent_level: null,
  parent_membership_id: null,
  joined_at: null,
  updated_at: null,
  user: null,
  effective_level: null,
});

function memberConflictMessage(entry: JournalEntry, left: number | null, current: ExplicitMember | null) {
  if (current === null)
    return entry.kind === "created"
      ? "The explicit level was already removed."
      : "Someone else removed the explicit level.";
  return left === null
    ? `An explicit level was added again. It is now ${levelLabel(current.level)}.`
    : fieldConflictMessage({ field: "level", before: left }, current);
}

/** @param change the field, and the value that the undone change had left */
function fieldConflictMessage({ field, before }: Omit<FieldChange, "after">, current: object): string {
  const value = formatFieldValue(field, Reflect.get(current, field));
  return `${fieldLabel(field)} later changed from “${formatFieldValue(field, before)}” to “${value}”.`;
}
