import { useQueries } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { describeError } from "@/api/describe-error";
import { useApi } from "@/data/backend/backend";
import type { Problem } from "@/lib/text/problem";
import { parseShortId } from "@/lib/url/paths";
import { insightIdQuery } from "./find-insights";
import type { NamesRefusal, SourceKind } from "./source-labels";

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
