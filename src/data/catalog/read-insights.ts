import { queryOptions, useQueries } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { getDashboard, getInsight, type InsightEntry, listInsights } from "@/api/catalog";
import { describeError } from "@/api/describe-error";
import { HttpError } from "@/api/errors";
import { type Api, useApi } from "@/data/backend/backend";
import { isEndpointMissing, requestOptional } from "@/data/backend/optional-endpoint";
import type { ReferenceNames } from "@/lib/search/record-schema";
import type { Problem } from "@/lib/text/problem";
import { parseShortId } from "@/lib/url/paths";
import type { NamesRefusal, SourceKind, SourceNames } from "./source-labels";
import { catalogKey, cleanSourceName, sourceKey } from "./source-labels";
import { addSourceNames } from "./source-names";

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
 * Creates a function that reads the wanted insights unless `names` contains them. Each call sends at most one request,
 * for a page of the list or a single insight, whichever needs fewer requests in total. Returns true when all insights
 * have been read or the request limit is reached.
 */
export function createInsightReader(
  api: Api,
  publish: (found: Pick<SourceNames, "names" | "shortIds">) => void,
  names: ReferenceNames,
) {
  const path = { project_id: api.projectId };
  /** IDs that have been read, even without a name. */
  const seen = new Set<number>();
  let requests = 0;
  let offset = 0;
  let count = Number.POSITIVE_INFINITY;

  function note(entries: readonly InsightEntry[]): void {
    for (const { id } of entries) seen.add(id);
    publish(toSourceNames(entries));
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

/**
 * Looks up the insight items that contain a short ID, even if the server refuses names, because a user has entered
 * them. Calls `onReplace` with the items in which short IDs are replaced by numeric IDs. Returns error messages by item.
 */
export function useInsightLinks(items: readonly string[], onReplace: (items: string[]) => void) {
  const api = useApi();
  const links = items.filter((item) => parseShortId(item) !== null);
  const results = useQueries({ queries: links.map((link) => insightIdQuery(api, parseShortId(link) ?? "")) });
  const failed = results.filter(({ isError }) => isError);
  const problems = new Map(
    links.flatMap((link, index): [string, string][] => {
      const { error, data } = results[index] ?? {};
      if (error) return [[link, unreadInsightMessage(link, describeError(error))]];
      return data === null ? [[link, `Couldn't find ${link}. Enter the insight's numeric ID instead.`]] : [];
    }),
  );
  const replaceFound = useEffectEvent(() => {
    const idByLink = new Map(links.map((link, index) => [link, results[index]?.data]));
    onReplace([...new Set(items.map((item) => String(idByLink.get(item) ?? item)))]);
  });
  const foundIds = results.flatMap(({ data }) => data ?? []).join();
  useEffect(() => {
    if (foundIds !== "") replaceFound();
  }, [foundIds]);
  const retry = () => {
    for (const { refetch } of failed) void refetch();
  };
  return { problems, canRetry: failed.length > 0, retry };
}

// `address` is `/insights/` followed by the short ID. The numeric ID isn't part of any URL.

/** Shown until the server has returned the insight's ID. */
export function pendingInsightMessage(address: string): string {
  return `The ID of ${address} isn't known yet. Wait a moment, or enter the insight's numeric ID instead.`;
}

/** @param problem why the server didn't return the insight */
function unreadInsightMessage(address: string, { title, canRetry }: Problem): string {
  const advice = canRetry ? "Try again, or enter" : "Enter";
  return `Couldn't look up ${address}: ${title}. ${advice} the insight's numeric ID instead.`;
}

/** Explains how to choose a source without names. */
export function namelessSourceHelp(kind: SourceKind, refusal: NamesRefusal): string {
  const id = kind === "insight" ? "numeric ID, which its URL doesn't contain" : "ID from its URL";
  return refusal === "scope"
    ? `Add the scope ${kind}:read to the API key to see names, or enter the ${kind}'s ${id}.`
    : `The server doesn't return ${kind} names. Enter the ${kind}'s ${id}.`;
}

/** Returns the IDs of the dashboards' insights in tile order, without duplicates. */
export async function readTileInsights(api: Api, dashboards: readonly number[]): Promise<readonly number[]> {
  const found = await Promise.all(
    dashboards.map((id) => api.client.request(getDashboard, { path: { project_id: api.projectId, id } })),
  );
  const insights = getTileInsights(found.flatMap(({ tiles }) => tiles ?? []));
  noteInsights(api, insights);
  return insights.map(({ id }) => id);
}

/** Finds an insight's ID by the short ID in its URL. Null if the insight doesn't exist. */
function insightIdQuery(api: Api, shortId: string) {
  return queryOptions({
    queryKey: catalogKey(api, "short-id", shortId),
    queryFn: async ({ signal }) => {
      const page = await api.client.request(listInsights, {
        path: { project_id: api.projectId },
        query: { short_id: shortId, limit: 1, basic: true },
        signal,
      });
      noteInsights(api, page.results);
      // Servers that ignore the parameter return unrelated insights.
      return page.results.find(({ short_id: found }) => found === shortId)?.id ?? null;
    },
  });
}

/** Adds the names and short IDs of insights to the loaded source names. */
export function noteInsights(api: Api, entries: readonly InsightEntry[]): void {
  addSourceNames(api, toSourceNames(entries));
}

function toSourceNames(entries: readonly InsightEntry[]): Pick<SourceNames, "names" | "shortIds"> {
  const named = entries.map((entry) => [sourceKey("insight", entry.id), getInsightName(entry)] as const);
  const shortIds = entries.flatMap(({ id, short_id: shortId }) => (shortId ? [[id, shortId] as const] : []));
  return { names: new Map(named.filter(([, name]) => name !== "")), shortIds: new Map(shortIds) };
}
