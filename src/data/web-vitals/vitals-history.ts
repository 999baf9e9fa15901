import { queryOptions } from "@tanstack/react-query";
import type { DBSchema } from "idb";
import * as z from "zod/mini";
import { type Api, projectKey } from "@/data/backend/backend";
import { createDatabaseOpener, openOrThrow, prefixRange } from "@/data/browser-storage/open-database";
import { vitalsScope } from "./web-vitals";

/** Maximum number of observations per path and metric. The oldest are dropped. */
export const MAX_OBSERVATIONS_PER_METRIC = 500;
const DATABASE_NAME = "environs-vitals";

const observationSchema = z.object({
  /** Path as in URLs, or `ALL_PAGES` for the whole site. */
  path: z.string(),
  /** Name from the response, such as `LCP`. */
  metric: z.string(),
  /** Percentile from the response, such as `p90`. Empty when unknown. */
  percentile: z.string(),
  /** Time of the server's computation or of the response, in ms since 1970. */
  at: z.number(),
  value: z.number(),
  /** Start of the period in ms since 1970, interpreted as UTC. Null when unknown. */
  start: z.nullable(z.number()),
});
/** A metric's value that this browser has loaded. */
export type Observation = Readonly<z.infer<typeof observationSchema>>;

/** Connection, project, path, metric, time and percentile. Observations with the same key are stored once. */
type ObservationKey = [string, string, string, string, number, string];

interface Schema extends DBSchema {
  observations: {
    key: ObservationKey;
    value: Observation & { readonly connection: string; readonly projectId: string };
  };
}

const database = createDatabaseOpener<Schema>(DATABASE_NAME, 1, (db) => {
  db.createObjectStore("observations", {
    keyPath: ["connection", "projectId", "path", "metric", "at", "percentile"],
  });
});

/** Counts the observations in all projects of a connection. Rejects if the store can't be opened. */
export async function countConnectionObservations(connection: string): Promise<number> {
  const db = await openOrThrow(database);
  return db === null ? 0 : db.count("observations", prefixRange(connection));
}

/** Deletes the observations in all projects of a connection. Rejects if the store can't be opened. */
export async function deleteConnectionObservations(connection: string): Promise<void> {
  await (await openOrThrow(database))?.delete("observations", prefixRange(connection));
}

/** Stores observations and returns whether they are persisted. Idempotent. Never rejects. */
export async function storeObservations(api: Api, observed: readonly Observation[]): Promise<boolean> {
  if (observed.length === 0) return true;
  try {
    const db = await database();
    if (db === null) return false;
    const [connection, projectId] = projectKey(api);
    const { store, done } = db.transaction("observations", "readwrite");
    await Promise.all(observed.map((each) => store.put({ ...each, connection, projectId })));
    for (const { path, metric } of observed) {
      const range = prefixRange(connection, projectId, path, metric);
      const excess = (await store.count(range)) - MAX_OBSERVATIONS_PER_METRIC;
      const oldest = excess > 0 ? await store.getAllKeys(range, excess) : [];
      await Promise.all(oldest.map((key) => store.delete(key)));
    }
    await done;
  } catch {
    return false;
  }
  void api.queryClient.invalidateQueries({ queryKey: historyScope(api) });
  return true;
}

async function readByPrefix(parts: readonly string[]): Promise<readonly Observation[]> {
  const db = await database();
  const stored = db === null ? [] : await db.getAll("observations", prefixRange(...parts));
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

/** Queries for the history. Always stale, because other tabs also store observations. */
export const vitalsHistoryQueries = {
  /** Loads a path's observations by metric, oldest first. */
  path: (api: Api, path: string) =>
    queryOptions({
      queryKey: [...historyScope(api), path],
      queryFn: () => readByPrefix(projectKey(api, path)),
      staleTime: 0,
      refetchOnWindowFocus: true,
    }),
};

/** Deletes the observations of a project or of one path. Rejects if the store can't be opened. */
export async function clearObservations(api: Api, path?: string): Promise<void> {
  const db = await openOrThrow(database);
  const range = prefixRange(...projectKey(api), ...(path === undefined ? [] : [path]));
  await db?.delete("observations", range);
  await api.queryClient.invalidateQueries({ queryKey: historyScope(api) });
}
