import { listSubscriptions, type Subscription } from "@/api/subscriptions";
import type { Api } from "@/data/backend/backend";
import type { PlannedChange, PlannedSubscriptionUpdate } from "@/data/changes/planned-change";
import { replaceRecord } from "./subscription-mutations";
import { markDeleted, subscriptionCollection } from "./subscriptions";

/** Smaller bulk actions read each record. */
const MIN_CHANGES = 100;
/** Number of changes that are checked with one page. */
const CHANGES_PER_PAGE = 20;
/** With fewer changes, a page would be a waste. */
const MIN_CHANGES_PER_PAGE = 8;
const MAX_PAGE_SIZE = 100;
/** Rows before and after, because rows move while others are deleted. */
const MARGIN = 4;
/** Rows that are older are read again, like after a wait for the server's limit. */
const MAX_AGE_MS = 5_000;

export type RereadPages = ReturnType<typeof createRereadPages>;

/**
 * Reads pages of the list again immediately before their changes, which takes far fewer requests than reading each
 * record. Only for changes that can't overwrite anything: moving to Trash, restoring, pausing and resuming write one of
 * two values, so a change of someone else in the last seconds was the same one.
 */
export function createRereadPages(api: Api, changes: readonly PlannedChange[]) {
  const positions = new Map<number, number>();
  let isTrash = false;
  for (const [position, change] of changes.entries()) {
    if (!isSwitch(change)) continue;
    positions.set(change.before.id, position);
    isTrash = change.body.deleted === false;
  }
  let page = { readAt: 0, rows: new Map<number, Subscription>() };
  let reading: Promise<void> | null = null;

  /** Returns the part of the list with the next changes, or null if they are far apart. */
  function findPage(id: number) {
    const collection = subscriptionCollection(api, isTrash ? "trash" : "active");
    // The index of this moment. The published records may still contain those that were just moved.
    const { index = -1 } = collection.position(id) ?? {};
    const { records } = collection.get();
    const position = positions.get(id) ?? 0;
    const isNext = (record: Subscription) => {
      const other = positions.get(record.id) ?? -1;
      return other >= position && other < position + CHANGES_PER_PAGE;
    };
    const from = index < 0 ? -1 : records.findIndex((record) => record.id === id);
    const nearby = from < 0 ? [] : records.slice(from, from + MAX_PAGE_SIZE);
    if (nearby.filter(isNext).length < MIN_CHANGES_PER_PAGE) return null;
    const offset = Math.max(0, index - MARGIN);
    return { offset, limit: index - offset + nearby.findLastIndex(isNext) + 1 + MARGIN };
  }

  async function readPage(id: number): Promise<void> {
    const query = findPage(id);
    if (query === null) return;
    const readAt = Date.now();
    const { results } = await api.client.request(listSubscriptions, {
      path: { project_id: api.projectId },
      query: { ...query, ...(isTrash && { deleted: true }) },
      isPartOfChange: true,
    });
    const rows = markDeleted(isTrash ? "trash" : "active", results);
    page = { readAt, rows: new Map(rows.map((row) => [row.id, row])) };
  }

  /** A repeated change reads its record again. */
  function take(id: number): Subscription | null {
    const ageMs = Date.now() - page.readAt;
    // A negative age: the system clock was set back.
    const row = ageMs >= 0 && ageMs < MAX_AGE_MS ? page.rows.get(id) : undefined;
    page.rows.delete(id);
    if (row === undefined) return null;
    replaceRecord(api, row);
    return row;
  }

  return {
    /** Returns the record from a page that was read a moment ago, or null if it has to be read by itself. */
    async find(id: number): Promise<Subscription | null> {
      if (positions.size < MIN_CHANGES || !positions.has(id)) return null;
      await reading;
      const known = take(id);
      if (known !== null) return known;
      reading ??= readPage(id).finally(() => {
        reading = null;
      });
      await reading;
      return take(id);
    },
  };
}

/** Whether a change only moves a record to Trash, restores, pauses or resumes it. */
function isSwitch(change: PlannedChange): change is PlannedSubscriptionUpdate {
  return (
    change.kind === "change" &&
    change.resource === "subscription" &&
    change.precondition === undefined &&
    change.replacedBy === undefined &&
    Object.keys(change.body).every((field) => field === "deleted" || field === "enabled")
  );
}
