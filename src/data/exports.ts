import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { type ExportedAsset, getExport, listExports } from "@/contract/exports";
import type { Api } from "./api-context";
import { type Collection, createCollection } from "./collection";
import { createCollectionKeeper } from "./collections";

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

/** An export that was loaded with the list. */
export function findLoadedExport(queries: QueryClient, api: Api, id: number): ExportedAsset | undefined {
  return keeper.peek(queries, listKey(api))?.find(id);
}
