import type { Subscription, SubscriptionChange } from "@/api/subscriptions";
import { type JournalEntry, recordKey } from "@/data/journal/journal-entry";
import { diffRecipients, normalizeAddress, splitRecipients } from "@/lib/recipients/recipients";
import { addToGroup } from "@/lib/search/record-groups";
import { type ImpossibleUndo, type UndoPlanItem, withheldMessage } from "./undo-plan";

export interface UndoDependencies {
  /** Entry IDs of the steps that must succeed before a step, by the step's entry ID. */
  readonly after: ReadonlyMap<string, ReadonlySet<string>>;
  /** Reasons why steps must be skipped, by entry ID. */
  readonly blocked: ReadonlyMap<string, string>;
}

type Content = Pick<Subscription, "dashboard" | "insight" | "target_type">;

/**
 * Computes dependencies between undo steps. Steps for the same record run in sequence, newest entry
 * first. Within a batch, a recipient returns to the old subscription before leaving the new one, so
 * that a failure never leaves anyone without a subscription.
 */
export function computeUndoDependencies(items: readonly UndoPlanItem[]): UndoDependencies {
  const withheldNames = findWithheld(items);
  const after = new Map<string, Set<string>>();
  const blocked = new Map<string, string>();
  const newestByRecord = new Map<string | null, string>();
  /** IDs of steps that add a recipient, in plan order, by recipient key. */
  const additions = new Map<string, string[]>();
  const indexById = new Map<string, number>();
  const addDependency = (id: string, first: string | undefined) => {
    if (first !== undefined) after.set(id, (after.get(id) ?? new Set()).add(first));
  };

  for (const [itemIndex, item] of items.entries()) {
    if (item.kind === "refused") continue;
    const { step } = item;
    const { entry } = step;
    const record = recordKey(entry);
    indexById.set(entry.id, itemIndex);
    addDependency(entry.id, newestByRecord.get(record));
    newestByRecord.set(record, entry.id);
    if (entry.batch === null || step.resource !== "subscription") continue;
    const { before, body } = step;
    const { gained, lost } = diffMovedRecipients(before, body);
    const keys = lost.map((person) => recipientKey(entry, before, person));
    const missing = [
      ...keys,
      ...lost.map((person) => recipientKey(entry, null, person)),
      // A step that also adds recipients undoes a replacement within one subscription. The
      // recipients that it removes came from no other subscription.
      ...(lost.length > 0 && gained.length === 0 ? [entry.batch.id] : []),
    ]
      .map((key) => withheldNames.get(key))
      .find((found) => found !== undefined);
    if (missing !== undefined) blocked.set(entry.id, withheldMessage(missing));
    const dependencies = [...new Set(keys.flatMap((key) => additions.get(key) ?? []))].sort(
      (a, b) => (indexById.get(a) ?? 0) - (indexById.get(b) ?? 0),
    );
    for (const [index, first] of dependencies.entries()) addDependency(first, dependencies[index - 1]);
    addDependency(entry.id, dependencies.at(-1));
    for (const person of gained) {
      const key = recipientKey(entry, before, person);
      const ids = additions.get(key);
      if (ids === undefined) additions.set(key, [entry.id]);
      else ids.push(entry.id);
    }
  }
  return { after, blocked };
}

/**
 * Returns a recipient's key within a batch, from address and content. Null means that the content
 * is unknown because the subscription wasn't loaded.
 */
function recipientKey({ batch }: JournalEntry, content: Content | null, person: string) {
  const contentText =
    content === null ? "?" : `${content.dashboard} ${content.insight} ${content.target_type}`;
  return `${batch?.id} ${contentText} ${normalizeAddress(person)}`;
}

/**
 * Moves steps that add a recipient before steps that remove the same recipient. Preserves the order of steps for the
 * same record. Returns the items unchanged if both rules contradict each other.
 */
export function orderUndoItems(items: readonly UndoPlanItem[]): readonly UndoPlanItem[] {
  const moves = items.map(recipientMoves);
  const additions = new Map<string, number[]>();
  for (const [index, { gained }] of moves.entries()) {
    for (const key of gained) addToGroup(additions, key, index);
  }
  const newerIndexes = findNewerIndexes(items);
  const order: number[] = [];
  const visited = new Set<number>();
  const visit = (index: number) => {
    if (visited.has(index)) return;
    visited.add(index);
    const newer = newerIndexes.get(index);
    if (newer !== undefined) visit(newer);
    for (const first of moves[index]?.lost.flatMap((key) => additions.get(key) ?? []) ?? []) visit(first);
    order.push(index);
  };
  for (const index of items.keys()) visit(index);
  const positionByIndex = new Map(order.map((index, position) => [index, position]));
  const isConsistent = [...newerIndexes].every(
    ([index, newer]) => (positionByIndex.get(newer) ?? 0) < (positionByIndex.get(index) ?? 0),
  );
  return isConsistent ? order.flatMap((index) => items[index] ?? []) : items;
}

/** Maps each step's index to the next newer step for the same record. */
function findNewerIndexes(items: readonly UndoPlanItem[]): ReadonlyMap<number, number> {
  const newest = new Map<string | null, number>();
  const newerIndexes = new Map<number, number>();
  for (const [index, item] of items.entries()) {
    if (item.kind === "refused") continue;
    const record = recordKey(item.step.entry);
    const newer = newest.get(record);
    if (newer !== undefined) newerIndexes.set(index, newer);
    newest.set(record, index);
  }
  return newerIndexes;
}

/** Returns the keys of recipients that a step adds and removes. */
function recipientMoves(item: UndoPlanItem): {
  readonly gained: readonly string[];
  readonly lost: readonly string[];
} {
  if (item.kind === "refused" || item.step.resource !== "subscription" || item.step.entry.batch === null)
    return { gained: [], lost: [] };
  const { entry, before, body } = item.step;
  const { gained, lost } = diffMovedRecipients(before, body);
  const keysOf = (people: readonly string[]) => people.map((person) => recipientKey(entry, before, person));
  return { gained: keysOf(gained), lost: keysOf(lost) };
}

function listRecipients({ target_type, target_value }: Subscription): readonly string[] {
  return target_type === "email" ? splitRecipients(target_value) : [target_value];
}

function diffMovedRecipients(
  before: Subscription,
  { deleted, target_type, target_value }: SubscriptionChange,
): { readonly gained: readonly string[]; readonly lost: readonly string[] } {
  if (deleted === true) return { gained: [], lost: listRecipients(before) };
  if (deleted === false) {
    const people = listRecipients({ ...before, target_value: target_value ?? before.target_value });
    return { gained: people, lost: [] };
  }
  const isEmail = before.target_type === "email" && target_type === undefined;
  // A subscription in Trash has no deliveries.
  if (!isEmail || target_value === undefined || before.deleted) return { gained: [], lost: [] };
  const { added, removed } = diffRecipients(before.target_value, target_value);
  return { gained: added, lost: removed };
}

/**
 * Returns the names of subscriptions that won't be restored, by the key of each recipient who
 * misses deliveries. The batch ID is the key when the recipients are unknown.
 */
function findWithheld(items: readonly UndoPlanItem[]): ReadonlyMap<string, string> {
  const withheld = new Map<string, string>();
  for (const item of items) {
    if (item.kind === "step" || item.entry.batch === null) continue;
    const { entry, current } = item;
    const people = findMissedRecipients(item);
    if (people === null) withheld.set(item.entry.batch.id, entry.name);
    else for (const person of people) withheld.set(recipientKey(entry, current ?? null, person), entry.name);
  }
  return withheld;
}

/** Returns the recipients that the refused undo would have added. Null when unknown. */
function findMissedRecipients({ entry, current }: ImpossibleUndo): readonly string[] | null {
  const { resource, kind, changes, outcome, undoneBy } = entry;
  if (resource !== "subscription") return [];
  if (outcome === "refused" || undoneBy !== null) return [];
  if (kind === "deleted")
    return current === undefined ? null : current.deleted ? listRecipients(current) : [];
  const target = changes.find(({ field }) => field === "target_value");
  if (kind !== "changed" || typeof target?.before !== "string" || typeof target.after !== "string") return [];
  const gained = diffRecipients(target.after, target.before).added;
  if (current === undefined || current.deleted) return gained;
  return diffRecipients(current.target_value, gained.join(",")).added;
}
