import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { ListPage } from "@/contract/readers";
import type { Subscription } from "@/contract/subscriptions";

type Page = ListPage<Subscription>;

/** Where a record stood in a list that is loaded: enough to put it back exactly there. */
export interface SubscriptionPlace {
  readonly queryKey: QueryKey;
  readonly index: number;
  readonly record: Subscription;
}

function pagesUnder(queries: QueryClient, lists: QueryKey) {
  return queries
    .getQueriesData<Page>({ queryKey: lists })
    .flatMap(([queryKey, page]) => (page ? [{ queryKey, page }] : []));
}

function isBin(queryKey: QueryKey): boolean {
  const filters: unknown = queryKey.at(-1);
  return typeof filters === "object" && filters !== null && "deleted" in filters && filters.deleted === true;
}

/** Every place a record has in the loaded lists under `lists`. */
export function placesOf(queries: QueryClient, lists: QueryKey, id: number): readonly SubscriptionPlace[] {
  return pagesUnder(queries, lists).flatMap(({ queryKey, page }) => {
    const index = page.results.findIndex((record) => record.id === id);
    const record = page.results[index];
    return record ? [{ queryKey, index, record }] : [];
  });
}

function updatePage(queries: QueryClient, queryKey: QueryKey, change: (page: Page) => Page): void {
  queries.setQueryData<Page>(queryKey, (page) => page && change(page));
}

function takeOut(queries: QueryClient, place: SubscriptionPlace): void {
  updatePage(queries, place.queryKey, (page) => ({
    ...page,
    results: page.results.filter((record) => record.id !== place.record.id),
  }));
}

function putBack(queries: QueryClient, place: SubscriptionPlace): void {
  updatePage(queries, place.queryKey, (page) =>
    page.results.some((record) => record.id === place.record.id)
      ? page
      : { ...page, results: page.results.toSpliced(place.index, 0, place.record) },
  );
}

function countBy(queries: QueryClient, lists: QueryKey, step: { active: number; bin: number }): void {
  for (const { queryKey } of pagesUnder(queries, lists)) {
    const change = isBin(queryKey) ? step.bin : step.active;
    updatePage(queries, queryKey, (page) => ({ ...page, count: Math.max(0, page.count + change) }));
  }
}

/**
 * Moves a record between the active lists and the bin before the server has answered, and returns the way back.
 * The way back undoes this one move only: others that were made meanwhile stand.
 * @param lists key above all lists of the project
 * @param backTo places from an earlier move, to which the record returns at once
 */
export function moveInLists(
  queries: QueryClient,
  lists: QueryKey,
  move: { readonly id: number; readonly deleted: boolean; readonly backTo?: readonly SubscriptionPlace[] },
): () => void {
  const left = placesOf(queries, lists, move.id).filter((place) => isBin(place.queryKey) !== move.deleted);
  const entered = (move.backTo ?? []).filter((place) => isBin(place.queryKey) === move.deleted);
  const step = move.deleted ? { active: -1, bin: 1 } : { active: 1, bin: -1 };
  for (const place of left) takeOut(queries, place);
  for (const place of entered) putBack(queries, place);
  countBy(queries, lists, step);
  return () => {
    for (const place of entered) takeOut(queries, place);
    for (const place of left) putBack(queries, place);
    countBy(queries, lists, { active: -step.active, bin: -step.bin });
  };
}

function isFirstPage(queryKey: QueryKey): boolean {
  const filters: unknown = queryKey.at(-1);
  return typeof filters === "object" && filters !== null && "offset" in filters && filters.offset === 0;
}

/** Shows a new record on top of the loaded first pages until they are served again: where it belongs only servers know. */
export function addToLists(queries: QueryClient, lists: QueryKey, record: Subscription): void {
  for (const { queryKey } of pagesUnder(queries, lists)) {
    if (isBin(queryKey) === record.deleted && isFirstPage(queryKey)) {
      putBack(queries, { queryKey, index: 0, record });
    }
  }
  countBy(queries, lists, record.deleted ? { active: 0, bin: 1 } : { active: 1, bin: 0 });
}

/** Shows the served record in every loaded list that has it. */
export function replaceInLists(queries: QueryClient, lists: QueryKey, record: Subscription): void {
  for (const { queryKey } of placesOf(queries, lists, record.id)) {
    updatePage(queries, queryKey, (page) => ({
      ...page,
      results: page.results.map((existing) => (existing.id === record.id ? record : existing)),
    }));
  }
}
