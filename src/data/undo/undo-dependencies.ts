import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";
import { type JournalEntry, recordKey } from "@/data/journal/journal-entry";
import { diffRecipients } from "@/lib/recipients/recipient-text";
import { normaliseAddress, splitRecipients } from "@/lib/recipients/recipients";
import type { RefusedUndo, UndoPlanItem } from "./undo-plan";

/** What the steps of an undo wait for, by the ids of their entries. */
export interface UndoOrder {
  /** Entries whose undo has to be done before. */
  readonly after: ReadonlyMap<string, ReadonlySet<string>>;
  /** Why a step must not be done, with or without the others. */
  readonly blocked: ReadonlyMap<string, string>;
}

type Content = Pick<Subscription, "dashboard" | "insight" | "target_type">;

/**
 * The order of an undo, newest first. Of one record each waits for the newer one. And of one batch: whoever gets the
 * same out of one delivery and into another is let in first, one delivery after the other, and taken out only then. So a
 * step that fails leaves nobody without it, and as few as can be with it twice.
 */
export function undoOrder(items: readonly UndoPlanItem[]): UndoOrder {
  const withheld = withheldOf(items);
  const after = new Map<string, Set<string>>();
  const blocked = new Map<string, string>();
  const newestOf = new Map<string | null, string>();
  /** Who lets a person in, in the order of the plan. */
  const letIn = new Map<string, string[]>();
  const placeOf = new Map<string, number>();
  const wait = (id: string, first: string | undefined) => {
    if (first !== undefined) after.set(id, (after.get(id) ?? new Set()).add(first));
  };

  for (const [place, item] of items.entries()) {
    if (item.kind === "refused") continue;
    const { step } = item;
    const { entry } = step;
    const record = recordKey(entry);
    placeOf.set(entry.id, place);
    wait(entry.id, newestOf.get(record));
    newestOf.set(record, entry.id);
    if (entry.batch === null || step.resource !== "subscription") continue;
    const { before, body } = step;
    const { gained, lost } = peopleMoved(before, body);
    const keys = lost.map((person) => personKey(entry, before, person));
    const missing = [
      ...keys,
      ...lost.map((person) => personKey(entry, null, person)),
      // Whom another one comes in for has come instead of them, and from no other delivery.
      ...(lost.length > 0 && gained.length === 0 ? [entry.batch.id] : []),
    ]
      .map((key) => withheld.get(key))
      .find((found) => found !== undefined);
    if (missing !== undefined) blocked.set(entry.id, leftOut(missing));
    const firsts = [...new Set(keys.flatMap((key) => letIn.get(key) ?? []))].sort(
      (a, b) => (placeOf.get(a) ?? 0) - (placeOf.get(b) ?? 0),
    );
    for (const [index, first] of firsts.entries()) wait(first, firsts[index - 1]);
    wait(entry.id, firsts.at(-1));
    for (const person of gained) {
      const key = personKey(entry, before, person);
      const ids = letIn.get(key);
      if (ids === undefined) letIn.set(key, [entry.id]);
      else ids.push(entry.id);
    }
  }
  return { after, blocked };
}

function leftOut(name: string): string {
  return `Left as it is: “${name}” cannot be put back, and whoever is taken out here would get nothing any more.`;
}

/** A person as somebody who gets something: null for what, where nobody knows it any more. */
function personKey({ batch }: JournalEntry, of: Content | null, person: string) {
  const what = of === null ? "?" : `${of.dashboard} ${of.insight} ${of.target_type}`;
  return `${batch?.id} ${what} ${normaliseAddress(person)}`;
}

/**
 * The steps of an undo with those before that let somebody in whom another one takes out, though it may be the newer.
 * Of one record the newer step stays before the older. Where that cannot be, all stay as they are.
 */
export function whoComesFirst(items: readonly UndoPlanItem[]): readonly UndoPlanItem[] {
  const moves = items.map(movesOf);
  const letIn = new Map<string, number[]>();
  for (const [at, { gained }] of moves.entries()) {
    for (const key of gained) {
      const places = letIn.get(key);
      if (places === undefined) letIn.set(key, [at]);
      else places.push(at);
    }
  }
  const newerOf = newerOfRecord(items);
  const order: number[] = [];
  const met = new Set<number>();
  const visit = (at: number) => {
    if (met.has(at)) return;
    met.add(at);
    const newer = newerOf.get(at);
    if (newer !== undefined) visit(newer);
    for (const first of moves[at]?.lost.flatMap((key) => letIn.get(key) ?? []) ?? []) visit(first);
    order.push(at);
  };
  for (const at of items.keys()) visit(at);
  const placeOf = new Map(order.map((at, place) => [at, place]));
  const isSound = [...newerOf].every(([at, newer]) => (placeOf.get(newer) ?? 0) < (placeOf.get(at) ?? 0));
  return isSound ? order.flatMap((at) => items[at] ?? []) : items;
}

/** The place of the next newer step of the same record, by the place of each. */
function newerOfRecord(items: readonly UndoPlanItem[]): ReadonlyMap<number, number> {
  const newest = new Map<string | null, number>();
  const newerOf = new Map<number, number>();
  for (const [at, item] of items.entries()) {
    if (item.kind === "refused") continue;
    const record = recordKey(item.step.entry);
    const newer = newest.get(record);
    if (newer !== undefined) newerOf.set(at, newer);
    newest.set(record, at);
  }
  return newerOf;
}

/** Who gets something by a step of an undo, and who does not any more, as keys. */
function movesOf(item: UndoPlanItem): {
  readonly gained: readonly string[];
  readonly lost: readonly string[];
} {
  if (item.kind === "refused" || item.step.resource !== "subscription" || item.step.entry.batch === null)
    return { gained: [], lost: [] };
  const { entry, before, body } = item.step;
  const { gained, lost } = peopleMoved(before, body);
  const keysOf = (people: readonly string[]) => people.map((person) => personKey(entry, before, person));
  return { gained: keysOf(gained), lost: keysOf(lost) };
}

function peopleOf({ target_type, target_value }: Subscription): readonly string[] {
  return target_type === "email" ? splitRecipients(target_value) : [target_value];
}

/** Who gets a delivery by a change of it, and who does not any more. */
function peopleMoved(
  before: Subscription,
  { deleted, target_type, target_value }: SubscriptionChange,
): { readonly gained: readonly string[]; readonly lost: readonly string[] } {
  if (deleted === true) return { gained: [], lost: peopleOf(before) };
  if (deleted === false) {
    const people = peopleOf({ ...before, target_value: target_value ?? before.target_value });
    return { gained: people, lost: [] };
  }
  const isMail = before.target_type === "email" && target_type === undefined;
  // In the bin it reaches nobody.
  if (!isMail || target_value === undefined || before.deleted) return { gained: [], lost: [] };
  const { added, removed } = diffRecipients(before.target_value, target_value);
  return { gained: added, lost: removed };
}

/**
 * The names of deliveries that are not put back, by the people who miss them: by each of them, whatever they get, where
 * the delivery is gone or could not be read, and by the batch where nobody knows whom it reached.
 */
function withheldOf(items: readonly UndoPlanItem[]): ReadonlyMap<string, string> {
  const withheld = new Map<string, string>();
  for (const item of items) {
    if (item.kind === "step" || item.entry.batch === null) continue;
    const { entry, current } = item;
    const people = missed(item);
    if (people === null) withheld.set(item.entry.batch.id, entry.name);
    else for (const person of people) withheld.set(personKey(entry, current ?? null, person), entry.name);
  }
  return withheld;
}

/** Whom the undo of an entry would have let in and who is not; null where that cannot be known. */
function missed({ entry, current }: RefusedUndo): readonly string[] | null {
  const { resource, kind, changes, outcome, undoneBy } = entry;
  if (resource !== "subscription") return [];
  if (outcome === "refused" || undoneBy !== null) return [];
  if (kind === "deleted") return current === undefined ? null : current.deleted ? peopleOf(current) : [];
  const target = changes.find(({ field }) => field === "target_value");
  if (kind !== "changed" || typeof target?.before !== "string" || typeof target.after !== "string") return [];
  const gained = diffRecipients(target.after, target.before).added;
  if (current === undefined || current.deleted) return gained;
  return diffRecipients(current.target_value, gained.join(",")).added;
}
