import type { Subscription } from "@/api/subscriptions";
import type { Api } from "@/data/backend/backend";
import type { Collection } from "@/data/collection/collection";
import type { RecordPosition } from "@/data/collection/record-store";
import {
  collectionCache,
  collectionKey,
  openSubscriptionCollections,
  type SubscriptionView,
} from "./subscriptions";

/** A record's position in a loaded list, to restore it there. */
export interface SubscriptionPosition extends RecordPosition<Subscription> {
  readonly view: SubscriptionView;
}

export interface SubscriptionMove {
  readonly id: number;
  readonly deleted: boolean;
  /** Record from immediately before the move. If undefined, the move reads it. */
  readonly before?: Subscription;
  readonly restoreTo?: readonly SubscriptionPosition[];
  readonly undoes?: string;
}

/** Returns a record's positions in the open lists. */
export function positionsOf(api: Api, id: number): readonly SubscriptionPosition[] {
  return openSubscriptionCollections(api).flatMap(({ view, collection }) => {
    const position = collection.position(id);
    return position === null ? [] : [{ view, ...position }];
  });
}

/**
 * Moves a record between the active list and Trash optimistically. Returns a rollback function that doesn't affect
 * later moves. `move.restoreTo` contains the positions from an earlier move.
 */
export function moveBetweenLists(
  api: Api,
  move: Pick<SubscriptionMove, "id" | "deleted" | "restoreTo">,
): () => void {
  const to: SubscriptionView = move.deleted ? "trash" : "active";
  const leavingPositions = positionsOf(api, move.id).filter(({ view }) => view !== to);
  const enteringPositions = (move.restoreTo ?? []).filter(({ view }) => view === to);
  const forEachCollection = (
    step: (collection: Collection<Subscription>, view: SubscriptionView) => void,
  ) => {
    for (const { collection, view } of openSubscriptionCollections(api)) step(collection, view);
  };
  const adjustCounts = (step: number) =>
    forEachCollection((collection, view) => collection.adjustCount(view === to ? step : -step));
  const removeFrom = (positions: readonly SubscriptionPosition[]) =>
    forEachCollection(
      (collection, view) =>
        positions.some((position) => position.view === view) && collection.remove(move.id),
    );
  const insertAt = (positions: readonly SubscriptionPosition[]) =>
    forEachCollection((collection, view) => {
      for (const position of positions) if (position.view === view) collection.insert(position);
    });
  removeFrom(leavingPositions);
  insertAt(enteringPositions);
  adjustCounts(1);
  return () => {
    removeFrom(enteringPositions);
    insertAt(leavingPositions);
    adjustCounts(-1);
  };
}

/**
 * Inserts a new or moved record at the top, because only the server knows its position. Removes it from the other
 * list, where an earlier move may have inserted it.
 */
export function prependRecord(api: Api, record: Subscription): void {
  const [to, from] = record.deleted ? (["trash", "active"] as const) : (["active", "trash"] as const);
  collectionCache.peek(api, collectionKey(api, from))?.remove(record.id);
  const collection = collectionCache.peek(api, collectionKey(api, to));
  if (collection === undefined || collection.get().count === null) return;
  if (collection.find(record.id) === undefined) collection.insert({ index: 0, record });
  else collection.replace(record);
}

/** Adds a created record to the count of its list, if open. `prependRecord` inserts the record. */
export function incrementCount(api: Api, record: Subscription): void {
  collectionCache.peek(api, collectionKey(api, record.deleted ? "trash" : "active"))?.adjustCount(1);
}

/** Replaces a record with the server's version in every open list. */
export function replaceRecord(api: Api, record: Subscription): void {
  for (const { collection } of openSubscriptionCollections(api)) collection.replace(record);
}
