import { listDashboards } from "@/api/catalog";
import { type Api, defineStore } from "@/data/backend/backend";
import { requestOptional } from "@/data/backend/optional-endpoint";
import { createInsightReader } from "./read-insights";
import type { SourceKind, SourceNames, SourceReference } from "./source-labels";
import {
  cleanSourceName,
  isSourceCheckKey,
  NO_SOURCE_NAMES,
  sourceKey,
  sourceNamesKey,
} from "./source-labels";
import { addSourceNames, getNamesRefusal, readCachedNames, storeCachedNames } from "./source-names";

type AddRecords = (records: readonly SourceReference[], signal: AbortSignal) => void;

/** By key of the names. */
const getLoaders = defineStore(() => new Map<string, AddRecords>());

/**
 * Loads missing names of the records' sources until aborted. After an error for dashboards or
 * insights, that kind isn't requested again until the next visit.
 */
export function loadSourceNames(api: Api, records: readonly SourceReference[], signal: AbortSignal): void {
  if (signal.aborted) return;
  const loaders = getLoaders(api);
  const key = JSON.stringify(sourceNamesKey(api));
  // A reset of the demo removes the data, so the loader starts again.
  const isKnown = api.queryClient.getQueryData(sourceNamesKey(api)) !== undefined;
  const addRecords = (isKnown ? loaders.get(key) : undefined) ?? createLoader(api);
  loaders.set(key, addRecords);
  addRecords(records, signal);
}

function createLoader(api: Api): AddRecords {
  const namesKey = sourceNamesKey(api);
  const read = () => api.queryClient.getQueryData<SourceNames>(namesKey) ?? NO_SOURCE_NAMES;
  api.queryClient.setQueryData<SourceNames>(namesKey, {
    ...read(),
    names: new Map([...readCachedNames(api), ...read().names]),
  });
  /** Excludes the names from the last visit, because they may be outdated. */
  const loadedNames = new Map<string, string>();

  function publish(added: Partial<SourceNames>): void {
    for (const [key, name] of added.names ?? []) loadedNames.set(key, name);
    addSourceNames(api, added);
  }

  const readers = {
    dashboard: createDashboardReader(api, publish),
    insight: createInsightReader(api, publish, loadedNames),
  };
  const wanted = { dashboard: new Set<number>(), insight: new Set<number>() };
  const finished = new Set<SourceKind>();
  const busy = new Set<SourceKind>();
  let scanned: readonly SourceReference[] = [];
  let users = 0;
  const isWanted = () => users > 0;

  function noteRecords(records: readonly SourceReference[]): void {
    // Loaded pages are appended to the list, so only new records are scanned.
    const isAppended = scanned.length > 0 && records[scanned.length - 1] === scanned.at(-1);
    const names = new Map<string, string>();
    const shortIds = new Map<number, string>();
    for (let index = isAppended ? scanned.length : 0; index < records.length; index += 1) {
      const record = records[index];
      if (record === undefined) continue;
      const kind = record.dashboard === null ? "insight" : "dashboard";
      const id = record[kind];
      if (id === null) continue;
      if (kind === "insight" && record.insight_short_id) shortIds.set(id, record.insight_short_id);
      const name = cleanSourceName(record.resource_name);
      if (name === "") wanted[kind].add(id);
      else names.set(sourceKey(kind, id), name);
    }
    scanned = records;
    publish({ names, shortIds });
  }

  async function load(kind: SourceKind): Promise<void> {
    if (busy.has(kind) || finished.has(kind)) return;
    busy.add(kind);
    try {
      const { budget, insightBudget } = api.client;
      const queue = kind === "insight" ? insightBudget : budget;
      while (isWanted() && !(await queue.inTurn(() => readers[kind](wanted[kind]))));
    } catch (error) {
      finished.add(kind);
      const refusal = getNamesRefusal(error);
      if (refusal !== null) {
        forgetCachedNames(kind);
        publish({ refusals: { [kind]: refusal } });
      }
    } finally {
      busy.delete(kind);
      storeCachedNames(api, new Map([...read().names].filter(([key]) => !isSourceCheckKey(key))));
    }
  }

  /** Removes the names from the last visit, because the API key may no longer read them. */
  function forgetCachedNames(kind: SourceKind): void {
    const names = [...read().names].filter(([key]) => loadedNames.has(key) || !key.startsWith(`${kind} `));
    api.queryClient.setQueryData<SourceNames>(namesKey, { ...read(), names: new Map(names) });
  }

  return (records, signal) => {
    users += 1;
    signal.addEventListener("abort", () => {
      users -= 1;
    });
    noteRecords(records);
    void load("dashboard");
    void load("insight");
  };
}

const PAGE_SIZE = 200;

/** Creates a function that reads the next page of the list, and returns whether the list is complete. */
function createDashboardReader(api: Api, publish: (found: Pick<SourceNames, "names">) => void) {
  const seen = new Set<number>();
  let offset = 0;
  let count = Number.POSITIVE_INFINITY;
  let isExact = true;

  async function readPage(): Promise<void> {
    const page = await requestOptional(api.client, listDashboards, {
      path: { project_id: api.projectId },
      query: { limit: PAGE_SIZE, ...(offset > 0 && { offset }) },
    });
    const names = page.results.map(({ id, name }) => [id, cleanSourceName(name)] as const);
    for (const [id] of names) seen.add(id);
    const named = names.filter(([, name]) => name !== "");
    publish({ names: new Map(named.map(([id, name]) => [sourceKey("dashboard", id), name])) });
    const rows = page.results.length + page.broken.length;
    isExact &&= page.broken.length === 0;
    offset += rows;
    count = rows === 0 ? offset : page.count;
  }

  return async (wanted: ReadonlySet<number>): Promise<boolean> => {
    if (offset < count) await readPage();
    if (offset < count) return false;
    const missing = isExact ? [...wanted].filter((id) => !seen.has(id)) : [];
    publish({ names: new Map(missing.map((id) => [sourceKey("dashboard", id), ""])) });
    return true;
  };
}
