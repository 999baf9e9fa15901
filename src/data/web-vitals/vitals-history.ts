import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { DBSchema, IDBPTransaction } from "idb";
import * as z from "zod/mini";
import { createDatabaseOpener } from "@/data/browser-storage/open-database";
import type { Api } from "@/data/client/api-context";
import { vitalsScope } from "./web-vitals";

/** A figure as this browser has seen it. */
export interface Observation {
  /** As it stands in an address. */
  readonly path: string;
  /** As served, such as `LCP`. */
  readonly metric: string;
  /** As served, such as `p90`; empty where the server did not say. */
  readonly percentile: string;
  /** When the server computed it, else when it came, in ms since 1970. */
  readonly at: number;
  readonly value: number;
  /** When the period of the figure begins, in ms as if it were UTC; null where the server did not say. */
  readonly start: number | null;
}

/** Observations of one path and metric that are kept at most; older ones go. */
export const MAX_OBSERVATIONS_PER_METRIC = 500;
/** Observations of one project that are kept at most. */
const MAX_OBSERVATIONS_PER_PROJECT = 40_000;
const DATABASE_NAME = "environs-vitals";

const observationSchema = z.object({
  path: z.string(),
  metric: z.string(),
  percentile: z.string(),
  at: z.number(),
  value: z.number(),
  start: z.nullable(z.number()),
});

/** Connection, project, path, metric, time and percentile: what came twice stands once. */
type ObservationKey = [string, string, string, string, number, string];

interface Schema extends DBSchema {
  observations: {
    key: ObservationKey;
    value: Observation & { readonly connection: string; readonly projectId: string };
    indexes: { age: [string, string, number] };
  };
}

const database = createDatabaseOpener<Schema>(DATABASE_NAME, (db) => {
  const store = db.createObjectStore("observations", {
    keyPath: ["connection", "projectId", "path", "metric", "at", "percentile"],
  });
  store.createIndex("age", ["connection", "projectId", "at"]);
});

/** Everything whose key begins so: an array sorts behind every text and number. */
function prefixRange(parts: readonly (string | number)[]): IDBKeyRange {
  return IDBKeyRange.bound([...parts], [...parts, []]);
}

function projectKey({ client, projectId }: Api): readonly [string, string] {
  return [client.connection.id, projectId];
}

/**
 * Keeps what was observed; what is there already is there once. Tells whether the browser keeps it: a figure is shown
 * all the same where it does not.
 */
export async function storeObservations(
  queryClient: QueryClient,
  api: Api,
  observed: readonly Observation[],
): Promise<boolean> {
  if (observed.length === 0) return true;
  try {
    const db = await database();
    if (db === null) return false;
    const [connection, projectId] = projectKey(api);
    const transaction = db.transaction("observations", "readwrite");
    await Promise.all(observed.map((each) => transaction.store.put({ ...each, connection, projectId })));
    for (const { path, metric } of observed)
      await dropOldest(transaction, [...projectKey(api), path, metric]);
    await dropOldestOfProject(transaction, projectKey(api));
    await transaction.done;
  } catch {
    return false;
  }
  const paths = new Set(observed.map(({ path }) => path));
  for (const path of paths) void queryClient.invalidateQueries({ queryKey: pathKey(api, path) });
  return true;
}

type WriteTransaction = IDBPTransaction<Schema, ["observations"], "readwrite">;

async function dropOldest({ store }: WriteTransaction, parts: readonly string[]): Promise<void> {
  const range = prefixRange(parts);
  const excess = (await store.count(range)) - MAX_OBSERVATIONS_PER_METRIC;
  if (excess <= 0) return;
  const oldest = await store.getAllKeys(range, excess);
  await Promise.all(oldest.map((key) => store.delete(key)));
}

async function dropOldestOfProject({ store }: WriteTransaction, parts: readonly string[]): Promise<void> {
  const range = prefixRange(parts);
  const index = store.index("age");
  const excess = (await index.count(range)) - MAX_OBSERVATIONS_PER_PROJECT;
  if (excess <= 0) return;
  const oldest = await index.getAllKeys(range, excess);
  await Promise.all(oldest.map((key) => store.delete(key)));
}

async function readByPrefix(parts: readonly string[]): Promise<readonly Observation[]> {
  const db = await database();
  const stored = db === null ? [] : await db.getAll("observations", prefixRange(parts));
  return stored.flatMap((item) => {
    // What an older or newer version has written is left out rather than trusted.
    const result = z.safeParse(observationSchema, item);
    return result.success ? [result.data] : [];
  });
}

/** Every observation of a project, by path and metric, oldest first. Rejects where the browser gives no store. */
export async function readObservations(api: Api): Promise<readonly Observation[]> {
  if ((await database()) === null) throw new Error("The browser gives no store for observations.");
  return readByPrefix(projectKey(api));
}

function historyScope(api: Api) {
  return [...vitalsScope(api), "history"] as const;
}

function pathKey(api: Api, path: string) {
  return [...historyScope(api), path] as const;
}

/** What this browser has observed. Read anew whenever it is looked at: other tabs observe as well. */
export const vitalsHistoryQueries = {
  /** Observations of one path by metric, oldest first. */
  path: (api: Api, path: string) =>
    queryOptions({
      queryKey: pathKey(api, path),
      queryFn: () => readByPrefix([...projectKey(api), path]),
      staleTime: 0,
      refetchOnWindowFocus: true,
    }),
};

interface ClearedHistory {
  readonly project: string;
  /** Undefined for all of the project. */
  readonly path: string | undefined;
  /** In ms since 1970. */
  readonly at: number;
}

const CLEARED = new WeakMap<QueryClient, ClearedHistory[]>();

/** Whether what came then has been forgotten since: it is still shown, and not kept a second time. */
export function isCleared(
  queryClient: QueryClient,
  api: Api,
  { path, arrivedAt }: { readonly path: string; readonly arrivedAt: number },
): boolean {
  const project = projectKey(api).join(" ");
  return (CLEARED.get(queryClient) ?? []).some(
    (each) =>
      each.project === project && (each.path === undefined || each.path === path) && arrivedAt <= each.at,
  );
}

/** Forgets the observations of a project, or of one path of it, for good. Rejects where the browser does not do so. */
export async function clearObservations(queryClient: QueryClient, api: Api, path?: string): Promise<void> {
  const db = await database();
  // A store that is there and cannot be opened may hold something.
  if (db === null && typeof indexedDB !== "undefined") throw new Error("The store cannot be opened.");
  await db?.delete("observations", prefixRange([...projectKey(api), ...(path === undefined ? [] : [path])]));
  const cleared = CLEARED.get(queryClient) ?? [];
  CLEARED.set(queryClient, cleared);
  cleared.push({ project: projectKey(api).join(" "), path, at: Date.now() });
  await queryClient.invalidateQueries({ queryKey: historyScope(api) });
}
