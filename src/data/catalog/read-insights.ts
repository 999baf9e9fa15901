import { getInsight, type InsightEntry, listInsights } from "@/api/catalog";
import { HttpError } from "@/api/errors";
import type { Api } from "@/data/backend/backend";
import { isEndpointMissing, requestOptional } from "@/data/backend/optional-endpoint";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { cleanSourceName, type SourceNames, sourceKey } from "./source-labels";

const PAGE_SIZE = 200;
/** Limit per project and visit. Servers allow 240 insight requests per minute. */
const MAX_REQUESTS = 60;

export function getInsightName({ name, derived_name }: InsightEntry): string {
  return cleanSourceName(name) || cleanSourceName(derived_name);
}

interface Tile {
  readonly insight?: InsightEntry | null | undefined;
}

/** Returns the insights of a dashboard's tiles in order, without duplicates. Text tiles have no insight. */
export function getTileInsights(tiles: readonly Tile[] | null): readonly InsightEntry[] {
  const insights = (tiles ?? []).flatMap(({ insight }) => (insight && !insight.deleted ? insight : []));
  return [...new Map(insights.map((insight) => [insight.id, insight])).values()];
}

/** Whether the server has the endpoint, but not the object. */
export function isMissing(error: unknown): boolean {
  return error instanceof HttpError && error.status === 404 && !isEndpointMissing(error);
}

/**
 * Creates a function that reads the wanted insights. Each call sends at most one request, for a
 * page of the list or a single insight, whichever needs fewer requests in total. Returns true when
 * all insights have been read or the request limit is reached.
 */
export function createInsightReader(
  api: Api,
  publish: (found: Pick<SourceNames, "names" | "shortIds">) => void,
  getNames: () => ReferenceNames,
) {
  const path = { project_id: api.projectId };
  /** IDs that have been read, even without a name. */
  const seen = new Set<number>();
  let requests = 0;
  let offset = 0;
  let count = Number.POSITIVE_INFINITY;

  function note(entries: readonly InsightEntry[]): void {
    const names = new Map<string, string>();
    const shortIds = new Map<number, string>();
    for (const entry of entries) {
      const name = getInsightName(entry);
      seen.add(entry.id);
      if (name !== "") names.set(sourceKey("insight", entry.id), name);
      if (entry.short_id) shortIds.set(entry.id, entry.short_id);
    }
    publish({ names, shortIds });
  }

  async function readPage(): Promise<void> {
    const query = { limit: PAGE_SIZE, basic: true, saved: true, ...(offset > 0 && { offset }) };
    const page = await requestOptional(api.client, listInsights, { path, query });
    note(page.results);
    const rows = page.results.length + page.broken.length;
    offset += rows;
    count = rows === 0 ? offset : page.count;
  }

  async function readOne(id: number): Promise<void> {
    seen.add(id);
    try {
      note([await requestOptional(api.client, getInsight, { path: { ...path, id } })]);
    } catch (error) {
      if (!isMissing(error)) throw error;
      publish({ names: new Map([[sourceKey("insight", id), ""]]), shortIds: new Map() });
    }
  }

  return async (wanted: ReadonlySet<number>): Promise<boolean> => {
    const names = getNames();
    const unnamed = [...wanted].filter((id) => !seen.has(id) && !names.has(sourceKey("insight", id)));
    const [first] = unnamed;
    if (first === undefined || requests >= MAX_REQUESTS) return true;
    requests += 1;
    const pagesLeft = Math.ceil((count - offset) / PAGE_SIZE);
    const isListShorter = offset === 0 || (pagesLeft > 0 && pagesLeft <= unnamed.length);
    await (isListShorter ? readPage() : readOne(first));
    return false;
  };
}
