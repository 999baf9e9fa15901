import { queryOptions, useQueries } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { getDashboard, type InsightEntry, listInsights } from "@/api/catalog";
import { describeError } from "@/api/describe-error";
import { type Api, useApi } from "@/data/backend/backend";
import type { Problem } from "@/lib/text/problem";
import { parseShortId } from "@/lib/url/paths";
import { getInsightName, getTileInsights } from "./read-insights";
import {
  type NamesRefusal,
  NO_SOURCE_NAMES,
  type SourceKind,
  type SourceNames,
  sourceKey,
  sourceNamesKey,
} from "./source-labels";

interface InsightLinks {
  /** Error messages by item. */
  readonly problems: ReadonlyMap<string, string>;
  readonly canRetry: boolean;
  readonly retry: () => void;
}

/**
 * Looks up the insight items that contain a short ID, even if the server refuses names, because a user has entered
 * them. Calls `onReplace` with the items in which short IDs are replaced by numeric IDs.
 */
export function useInsightLinks(
  items: readonly string[],
  onReplace: (items: string[]) => void,
): InsightLinks {
  const api = useApi();
  const links = items.filter((item) => parseShortId(item) !== null);
  const results = useQueries({ queries: links.map((link) => insightIdQuery(api, parseShortId(link) ?? "")) });
  const failed = results.filter(({ isError }) => isError);
  const problems = new Map(
    links.flatMap((link, index): [string, string][] => {
      const { error, data } = results[index] ?? {};
      if (error) return [[link, unreadInsightMessage(link, describeError(error))]];
      return data === null ? [[link, unknownInsightMessage(link)]] : [];
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

function unknownInsightMessage(address: string): string {
  return `Couldn't find ${address}. Enter the insight's numeric ID instead.`;
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

/**
 * Returns the IDs of the dashboards' insights in tile order, without duplicates. Rejects like
 * `Client.request`.
 */
export async function readTileInsights(api: Api, dashboards: readonly number[]): Promise<readonly number[]> {
  const found = await Promise.all(
    dashboards.map((id) => api.client.request(getDashboard, { path: { project_id: api.projectId, id } })),
  );
  const insights = getTileInsights(found.flatMap(({ tiles }) => tiles ?? []));
  noteInsights(api, insights);
  return insights.map(({ id }) => id);
}

/**
 * Returns the query for an insight's ID by the short ID in its URL. Its data is null if the insight
 * doesn't exist.
 */
function insightIdQuery(api: Api, shortId: string) {
  return queryOptions({
    queryKey: [...sourceNamesKey(api).slice(0, 3), "short-id", shortId],
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
  const named = entries.map((entry) => [sourceKey("insight", entry.id), getInsightName(entry)] as const);
  const shortIds = entries.flatMap(({ id, short_id: shortId }) => (shortId ? [[id, shortId] as const] : []));
  api.queryClient.setQueryData<SourceNames>(sourceNamesKey(api), (before = NO_SOURCE_NAMES) => ({
    ...before,
    names: new Map([...before.names, ...named.filter(([, name]) => name !== "")]),
    shortIds: new Map([...before.shortIds, ...shortIds]),
  }));
}
