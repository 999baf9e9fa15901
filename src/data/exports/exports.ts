import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { type ExportedAsset, getExport, listExports } from "@/contract/exports";
import type { Api } from "@/data/client/api-context";
import { type Collection, createCollection } from "@/data/collection/collection";
import { createCollectionKeeper } from "@/data/collection/use-collection";

const keeper = createCollectionKeeper<ExportedAsset>();

/** What the keys of a project's exports begin with. */
export function exportScope(api: Api) {
  return [api.client.connection.id, api.projectId, "exports"] as const;
}

/** The key of a single export. */
export function exportKey(api: Api, id: number) {
  return [...exportScope(api), "detail", id] as const;
}

function listKey(api: Api) {
  return [...exportScope(api), "all"] as const;
}

/** Queries of single exports of one project; the list is a collection. */
export const exportQueries = {
  detail: (api: Api, id: number) =>
    queryOptions({
      queryKey: exportKey(api, id),
      queryFn: ({ signal }) =>
        api.client.request(getExport, { path: { project_id: api.projectId, id }, signal }),
    }),
};

/** The caller's own exports of a project, newest first. */
export function exportCollection(queries: QueryClient, api: Api): Collection<ExportedAsset> {
  return keeper.open(queries, listKey(api), () =>
    createCollection<ExportedAsset>({
      idOf: (record) => record.id,
      signals: api.client.signals,
      fetchPage: (page, signal) =>
        api.client.request(listExports, { path: { project_id: api.projectId }, query: page, signal }),
    }),
  );
}

/** The list of exports where it was opened already. */
export function openedExports(queries: QueryClient, api: Api): Collection<ExportedAsset> | undefined {
  return keeper.peek(queries, listKey(api));
}

/** An export that was loaded with the list. */
export function findLoadedExport(queries: QueryClient, api: Api, id: number): ExportedAsset | undefined {
  return keeper.peek(queries, listKey(api))?.find(id);
}

/** Shows a new export on top of the loaded list, where the server will have it, and counts it. */
export function showNewExport(queries: QueryClient, api: Api, record: ExportedAsset): void {
  const collection = keeper.peek(queries, listKey(api));
  if (collection === undefined) return;
  // The page that is on its way may have been asked for before.
  if (collection.get().count === null) return collection.refreshSoon(true);
  if (collection.find(record.id) !== undefined) return collection.replace(record);
  collection.insert({ index: 0, record });
  collection.countBy(1);
}

/** Shows an export as it was read now, wherever it is shown already. */
export function showExport(queries: QueryClient, api: Api, record: ExportedAsset): void {
  keeper.peek(queries, listKey(api))?.replace(record);
  const key = exportKey(api, record.id);
  if (queries.getQueryData(key) !== undefined) queries.setQueryData(key, record);
}

/** Takes an export out of the list that the server does not have any more; the page that shows it asks again. */
export function forgetExport(queries: QueryClient, api: Api, id: number): void {
  const collection = keeper.peek(queries, listKey(api));
  if (collection?.find(id) !== undefined) {
    collection.takeOut(id);
    collection.countBy(-1);
  }
  const queryKey = exportKey(api, id);
  queries.removeQueries({ queryKey, type: "inactive" });
  void queries.invalidateQueries({ queryKey });
}

/** The single exports that the cache has. */
export function cachedExports(queries: QueryClient, api: Api): readonly ExportedAsset[] {
  const cached = queries.getQueriesData<ExportedAsset>({ queryKey: [...exportScope(api), "detail"] });
  return cached.flatMap(([, record]) => (record === undefined ? [] : [record]));
}
