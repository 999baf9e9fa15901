import { queryOptions } from "@tanstack/react-query";
import { type ExportedAsset, getExport, listExports } from "@/api/exports";
import type { Api } from "@/data/backend/backend";
import { type Collection, createCollection } from "@/data/collection/collection";
import { createCollectionCache } from "@/data/collection/use-collection";

const collectionCache = createCollectionCache<ExportedAsset>();

export function exportScope(api: Api) {
  return [api.client.connection.id, api.projectId, "exports"] as const;
}

export function exportKey(api: Api, id: number) {
  return [...exportScope(api), "detail", id] as const;
}

function listKey(api: Api) {
  return [...exportScope(api), "all"] as const;
}

/** Queries for single exports. The list is a collection. */
export const exportQueries = {
  detail: (api: Api, id: number) =>
    queryOptions({
      queryKey: exportKey(api, id),
      queryFn: ({ signal }) =>
        api.client.request(getExport, { path: { project_id: api.projectId, id }, signal }),
    }),
};

/** Returns the API key owner's exports in a project, newest first. */
export function exportCollection(api: Api): Collection<ExportedAsset> {
  return collectionCache.open(api, listKey(api), () =>
    createCollection<ExportedAsset>({
      getId: (record) => record.id,
      client: api.client,
      fetchPage: (page, signal) =>
        api.client.request(listExports, { path: { project_id: api.projectId }, query: page, signal }),
    }),
  );
}

export function peekExportCollection(api: Api): Collection<ExportedAsset> | undefined {
  return collectionCache.peek(api, listKey(api));
}

/** Returns an export from the loaded list. Sends no request. */
export function findCachedExport(api: Api, id: number): ExportedAsset | undefined {
  return collectionCache.peek(api, listKey(api))?.find(id);
}

/** Inserts a new export at the top of the loaded list, as the server does. */
export function prependExport(api: Api, record: ExportedAsset): void {
  const collection = collectionCache.peek(api, listKey(api));
  if (collection === undefined) return;
  // The first page is in flight and may not include the export.
  if (collection.get().count === null) return collection.scheduleRefresh(true);
  if (collection.find(record.id) !== undefined) return collection.replace(record);
  collection.insert({ index: 0, record });
  collection.adjustCount(1);
}

/** Updates an export in the loaded list and in the cache, if present. */
export function updateCachedExport(api: Api, record: ExportedAsset): void {
  collectionCache.peek(api, listKey(api))?.replace(record);
  const key = exportKey(api, record.id);
  if (api.queryClient.getQueryData(key) !== undefined) api.queryClient.setQueryData(key, record);
}

/**
 * Removes an export from the loaded list when the server no longer has it. Refetches its details if
 * a component displays them.
 */
export function removeCachedExport(api: Api, id: number): void {
  const collection = collectionCache.peek(api, listKey(api));
  if (collection?.find(id) !== undefined) {
    collection.remove(id);
    collection.adjustCount(-1);
  }
  const queryKey = exportKey(api, id);
  api.queryClient.removeQueries({ queryKey, type: "inactive" });
  void api.queryClient.invalidateQueries({ queryKey });
}

export function listCachedExports(api: Api): readonly ExportedAsset[] {
  const cached = api.queryClient.getQueriesData<ExportedAsset>({ queryKey: [...exportScope(api), "detail"] });
  return cached.flatMap(([, record]) => (record === undefined ? [] : [record]));
}
