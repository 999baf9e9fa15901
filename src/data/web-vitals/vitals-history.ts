import { queryOptions } from "@tanstack/react-query";
import type { DBSchema, IDBPTransaction } from "idb";
import * as z from "zod/mini";
import { type Api, defineStore } from "@/data/backend/backend";
import { createDatabaseOpener, openOrThrow } from "@/data/browser-storage/open-database";
import { vitalsScope } from "./web-vitals";

/** A metric's value that this browser has loaded. */
export interface Observation {
  /** Path as in URLs, or `ALL_PAGES` for the whole site. */
  readonly path: string;
  /** Name from the response, such as `LCP`. */
  readonly metric: string;
  /** Percentile from the response, such as `p90`. Empty when unknown. */
  readonly percentile: string;
  /** Time of the server's computation or of the response, in ms since 1970. */
  readonly at: number;
  readonly value: number;
  /** Start of the period in ms since 1970, interpreted as UTC. Null when unknown. */
  readonly start: number | null;
}

/** Maximum number of observations per path and metric. The oldest are dropped. */
export const MAX_OBSERVATIONS_PER_METRIC = 500;
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

/** Connection, project, path, metric, time and percentile. Observations with the same key are stored once. */
type ObservationKey = [string, string, string, string, number, string];

interface Schema extends DBSchema {
  observations: {
    key: ObservationKey;
    value: Observation & { readonly connection: string; readonly projectId: string };
    indexes: { age: [string, string, number] };
  };
}

const database = createDatabaseOpener<Schema>(DATABASE_NAME, [
  (db) => {
    const store = db.createObjectStore("observations", {
      keyPath: ["connection", "projectId", "path", "metric", "at", "percentile"],
    });
    store.createIndex("age", ["connection", "projectId", "at"]);
  },
]);

/**
 * Returns the range of keys with a prefix. Arrays sort after all strings and numbers, so an array is the upper bound.
 */
function prefixRange(parts: readonly (string | number)[]): IDBKeyRange {
  return IDBKeyRange.bound([...parts], [...parts, []]);
}

function projectKey({ client, projectId }: Api): readonly [string, string] {
  return [client.connection.id, projectId];
}

/**
 * Counts the observations in all projects of a connection. Rejects if the store can't be opened.
 * @param connection connection ID
 */
export async function countConnectionObservations(connection: string): Promise<number> {
  const db = await openOrThrow(database);
  return db === null ? 0 : db.count("observations", prefixRange([connection]));
}

/**
 * Deletes the observations in all projects of a connection. Rejects if the store can't be opened.
 * @param connection connection ID
 */
export async function deleteConnectionObservations(connection: string): Promise<void> {
  await (await openOrThrow(database))?.delete("observations", prefixRange([connection]));
}

/** Stores observations and returns whether they are persisted. Idempotent. Never rejects. */
export async function storeObservations(api: Api, observed: readonly Observation[]): Promise<boolean> {
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
  for (const path of paths) void api.queryClient.invalidateQueries({ queryKey: pathKey(api, path) });
  return true;
}

type ReadWriteTransaction = IDBPTransaction<Schema, ["observations"], "readwrite">;

async function dropOldest({ store }: ReadWriteTransaction, parts: readonly string[]): Promise<void> {
  const range = prefixRange(parts);
  const excess = (await store.count(range)) - MAX_OBSERVATIONS_PER_METRIC;
  if (excess <= 0) return;
  const oldest = await store.getAllKeys(range, excess);
  await Promise.all(oldest.map((key) => store.delete(key)));
}

async function dropOldestOfProject({ store }: ReadWriteTransaction, parts: readonly string[]): Promise<void> {
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
    // Skips observations of incompatible versions.
    const result = z.safeParse(observationSchema, item);
    return result.success ? [result.data] : [];
  });
}

/** Returns a project's observations by path and metric, oldest first. Rejects if storage is unavailable. */
export async function readObservations(api: Api): Promise<readonly Observation[]> {
  if ((await database()) === null) throw new Error("Browser storage isn't available.");
  return readByPrefix(projectKey(api));
}

function historyScope(api: Api) {
  return [...vitalsScope(api), "history"] as const;
}

function pathKey(api: Api, path: string) {
  return [...historyScope(api), path] as const;
}

/** Queries for the history. Always stale, because other tabs also store observations. */
export const vitalsHistoryQueries = {
  /** Loads a path's observations by metric, oldest first. */
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
  readonly path: string | undefined;
  /** Time at which the history was cleared, in ms since 1970. */
  readonly at: number;
}

const getCleared = defineStore((): ClearedHistory[] => []);

/**
 * Whether the history was cleared after a response arrived. Such a response is still shown, but
 * isn't stored again.
 */
export function isCleared(
  api: Api,
  { path, arrivedAt }: { readonly path: string; readonly arrivedAt: number },
): boolean {
  const project = projectKey(api).join(" ");
  return getCleared(api).some(
    (each) =>
      each.project === project && (each.path === undefined || each.path === path) && arrivedAt <= each.at,
  );
}

/** Deletes the observations of a project or of one path. Rejects if the store can't be opened. */
export async function clearObservations(api: Api, path?: string): Promise<void> {
  const db = await openOrThrow(database);
  await db?.delete("observations", prefixRange([...projectKey(api), ...(path === undefined ? [] : [path])]));
  getCleared(api).push({ project: projectKey(api).join(" "), path, at: Date.now() });
  await api.queryClient.invalidateQueries({ queryKey: historyScope(api) });
}
