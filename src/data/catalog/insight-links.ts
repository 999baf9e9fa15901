import { useQueries } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useApi } from "@/data/client/api-context";
import { describeError } from "@/http/describe-error";
import { parseShortId } from "@/lib/url/source-links";
import { insightIdQuery } from "./find-insights";
import { unknownInsightMessage, unreadInsightMessage } from "./insight-link-messages";

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
