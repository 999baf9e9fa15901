import type { Subscription, SubscriptionChange } from "@/api/subscriptions";
import { isSendable, type PlannedChange } from "@/data/changes/planned-change";
import { type JournalEntry, recordKey } from "@/data/journal/journal-entry";
import { diffRecipients, normalizeAddress, splitRecipients } from "@/lib/recipients/recipients";
import { addToGroup } from "@/lib/search/record-groups";

/** The undo of a journal entry. */
export interface UndoItem {
  readonly entry: JournalEntry;
  /** The change to send, or the reason why nothing is sent. */
  readonly change: PlannedChange;
  /** Describes side effects or limits of the undo, such as immediate deliveries. */
  readonly note?: string | null;
  /** The current subscription, if nothing is sent because of its values. */
  readonly current?: Subscription;
  /** `after`: the record already has its previous values. `neither`: someone else has changed it. */
  readonly state?: "after" | "neither";
  /** Set if the record couldn't be loaded. */
  readonly error?: unknown;
}

/** Returns an undo that sends nothing. */
export function refuseUndo(
  entry: JournalEntry,
  why: string,
  details: Pick<UndoItem, "current" | "state" | "error"> = {},
): UndoItem {
  const { id, name, undoneBy } = entry;
  const kind = undoneBy === null ? "impossible" : "nothing";
  return { ...details, entry, change: { key: id, name, kind, why } };
}

/** Recipients that an undo adds to a subscription and removes from it, as keys within the batch. */
interface RecipientMoves {
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

interface UndoNode extends RecipientMoves {
  readonly item: UndoItem;
  readonly index: number;
  /** The undos that must be done before. */
  readonly first: Set<UndoNode>;
}

const isSent = ({ item }: UndoNode) => isSendable(item.change);

/**
 * Orders undos, given newest first, and adds their dependencies. Undos of one record stay in sequence. Within a batch, a
 * recipient returns to the old subscription before leaving the new one, so that a failure never leaves anyone without a
 * subscription. Refuses undos that depend on refused ones.
 */
export function orderUndo(items: readonly UndoItem[]): readonly UndoItem[] {
  const nodes = items.map(
    (item, index): UndoNode => ({ item, index, first: new Set(), ...findRecipientMoves(item) }),
  );
  const gaining = new Map<string, UndoNode[]>();
  for (const node of nodes) for (const key of node.gained) addToGroup(gaining, key, node);
  const newestByRecord = new Map<string | null, UndoNode>();
  for (const node of nodes.filter(isSent)) {
    const record = recordKey(node.item.entry);
    const newer = newestByRecord.get(record);
    if (newer !== undefined) node.first.add(newer);
    newestByRecord.set(record, node);
    const needed = [...new Set(node.lost.flatMap((key) => gaining.get(key) ?? []))];
    for (const other of needed) if (!isSent(other)) node.first.add(other);
    // If one of them fails, the others are useless, so they run one after another.
    let previous: UndoNode | undefined;
    for (const next of [...needed.filter(isSent).sort((a, b) => a.index - b.index), node]) {
      if (previous !== undefined) next.first.add(previous);
      previous = next;
    }
  }

  const ordered = new Map<UndoNode, UndoItem>();
  const visited = new Set<UndoNode>();
  function visit(node: UndoNode): void {
    if (visited.has(node)) return;
    visited.add(node);
    node.first.forEach(visit);
    ordered.set(node, addDependencies(node, ordered));
  }
  nodes.forEach(visit);
  return [...ordered.values()];
}

function addDependencies({ item, first }: UndoNode, ordered: ReadonlyMap<UndoNode, UndoItem>): UndoItem {
  const { entry, change } = item;
  if (!isSendable(change) || first.size === 0) return item;
  for (const other of first) {
    if (!isSent(other)) {
      const why = `Skipped: “${other.item.entry.name}” can't be restored, and undoing this change would leave its former recipients without deliveries.`;
      return refuseUndo(entry, why);
    }
    const planned = ordered.get(other);
    if (planned !== undefined && !isSendable(planned.change))
      return refuseUndo(entry, "Skipped: a change that must be undone first can't be undone.");
  }
  return { ...item, change: { ...change, after: [...first].map((other) => other.item.entry.id) } };
}

function findRecipientMoves({ entry, change, current }: UndoItem): RecipientMoves {
  const { batch, resource } = entry;
  if (batch === null || resource !== "subscription") return { gained: [], lost: [] };
  const toKeys = (people: readonly string[], content?: Subscription) => {
    const contentKey = content ? `${content.dashboard} ${content.insight} ${content.target_type}` : "?";
    return people.map((person) => `${batch.id} ${contentKey} ${normalizeAddress(person)}`);
  };
  if (change.kind === "change" && change.resource === "subscription") {
    const { before, body } = change;
    const { added, removed } = diffMovedRecipients(before, body);
    // An undo that also adds recipients undoes a replacement, so those that it removes came from no other subscription.
    const isMove = removed.length > 0 && added.length === 0;
    return {
      gained: toKeys(added, before),
      // The content or recipients of a subscription that couldn't be read are unknown.
      lost: [...toKeys(removed, before), ...toKeys(removed), ...(isMove ? toKeys(ANYONE) : [])],
    };
  }
  return { gained: toKeys(listMissedRecipients(entry, current), current), lost: [] };
}

const ANYONE = ["*"];

function listRecipients({ target_type, target_value }: Subscription): string[] {
  return target_type === "email" ? splitRecipients(target_value) : [target_value];
}

function diffMovedRecipients(
  before: Subscription,
  { deleted, target_type, target_value = before.target_value }: SubscriptionChange,
): ReturnType<typeof diffRecipients> {
  if (deleted === true) return { added: [], removed: listRecipients(before) };
  if (deleted === false) return { added: listRecipients({ ...before, target_value }), removed: [] };
  const isEmail = before.target_type === "email" && target_type === undefined;
  // A subscription in Trash has no deliveries.
  if (!isEmail || before.deleted) return { added: [], removed: [] };
  return diffRecipients(before.target_value, target_value);
}

/** Returns the recipients that a refused undo would have added. */
function listMissedRecipients(
  { kind, changes, outcome, undoneBy }: JournalEntry,
  current?: Subscription,
): readonly string[] {
  if (outcome === "refused" || undoneBy !== null) return [];
  if (kind === "deleted" && current === undefined) return ANYONE;
  if (kind === "deleted") return current?.deleted ? listRecipients(current) : [];
  const target = changes.find(({ field }) => field === "target_value");
  if (kind !== "changed" || typeof target?.before !== "string" || typeof target.after !== "string") return [];
  const missed = diffRecipients(target.after, target.before).added;
  if (current === undefined || current.deleted) return missed;
  return diffRecipients(current.target_value, missed.join(",")).added;
}
