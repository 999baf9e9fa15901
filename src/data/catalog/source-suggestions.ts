import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { getDashboard, type InsightEntry, listInsights } from "@/api/catalog";
import { useApi } from "@/data/backend/backend";
import { requestOptional } from "@/data/backend/optional-endpoint";
import { readRecentSources } from "@/data/browser-storage/project-settings";
import { containsApiKey, normalizeText } from "@/lib/text/normalize-text";
import { parseShortId } from "@/lib/url/paths";
import { getInsightName, getTileInsights, noteInsights } from "./read-insights";
import type { SourceKind, SourceNames, SourceReference } from "./source-labels";
import { catalogKey } from "./source-labels";
import {
  addSourceNames,
  type OptionalQuery,
  readOptional,
  useLoadSourceNames,
  useOptionalQuery,
  useSourceNames,
} from "./source-names";

export interface SourceSuggestion {
  readonly id: number;
  readonly name: string;
}

const MAX_SUGGESTIONS = 20;
const SEARCH_DELAY_MS = 250;

/**
 * Suggests dashboards from loaded names, and insights from the server's search. Recently used sources come first.
 * @param text search text
 * @param picked IDs of selected sources, separated by spaces
 */
export function useSourceSuggestions(kind: SourceKind, text: string, picked: string) {
  const { names, refusals } = useSourceNames();
  const api = useApi();
  const [recentKeys] = useState(() => readRecentSources(api));
  const sources = useMemo(() => listSources(kind, picked, recentKeys), [kind, picked, recentKeys]);
  useLoadSourceNames(sources);
  const isRefused = refusals[kind] !== undefined;
  const foundInsights = useInsightSearch(text, kind === "insight" && !isRefused);
  const recentSources = listNamed(kind, recentKeys, names);
  return {
    refusal: refusals[kind] ?? null,
    /** Returns the name of the source with this ID, or "" when unknown. */
    getName: (id: string) => names.get(`${kind} ${id}`) ?? "",
    getSuggestions: (typed: string): readonly SourceSuggestion[] => {
      const words = normalizeText(typed).split(" ");
      const isMatching = ({ id, name }: SourceSuggestion) => {
        const searched = `${normalizeText(name)} ${id}`;
        return words.every((word) => searched.includes(word));
      };
      // The server has already filtered the insights.
      const matching =
        kind === "insight" ? foundInsights : listNamed(kind, [...names.keys()], names).filter(isMatching);
      const first = recentSources.filter(isMatching);
      const others = matching.filter(({ id }) => !first.some((recent) => recent.id === id));
      return [...first, ...others].slice(0, MAX_SUGGESTIONS);
    },
  };
}

/** Never empty, so that dashboard names load even without a selection. */
function listSources(
  kind: SourceKind,
  picked: string,
  recentKeys: readonly string[],
): readonly SourceReference[] {
  const none: SourceReference = { dashboard: null, insight: null };
  const recentIds = recentKeys.map((key) => readSourceId(kind, key) ?? "");
  const ids = [...picked.split(" "), ...recentIds].filter((id) => /^[1-9]\d{0,9}$/.test(id));
  return [none, ...ids.map((id) => ({ ...none, [kind]: Number(id) }))];
}

/** Returns the named sources of a kind, in the order of the keys. */
function listNamed(
  kind: SourceKind,
  keys: readonly string[],
  names: SourceNames["names"],
): readonly SourceSuggestion[] {
  return keys.flatMap((key) => {
    const id = readSourceId(kind, key);
    const name = names.get(key) ?? "";
    return id === null || name === "" ? [] : [{ id: Number(id), name }];
  });
}

/** Returns the ID in a `sourceKey`, or null for another kind or an invalid ID. */
function readSourceId(kind: SourceKind, key: string): string | null {
  const [keyKind, id = ""] = key.split(" ");
  return keyKind === kind && /^[1-9]\d{0,9}$/.test(id) ? id : null;
}

const NO_INSIGHTS: readonly SourceSuggestion[] = [];

function useInsightSearch(text: string, isEnabled: boolean): readonly SourceSuggestion[] {
  const api = useApi();
  const [search] = useDebouncedValue(text.trim(), SEARCH_DELAY_MS);
  const { data = NO_INSIGHTS } = useQuery({
    queryKey: catalogKey(api, "search", search),
    queryFn: async ({ signal }) => {
      const path = { project_id: api.projectId };
      const query = { ...(search !== "" && { search }), limit: MAX_SUGGESTIONS, basic: true, saved: true };
      const { value: page, refusal } = await readOptional(() =>
        requestOptional(api.client, listInsights, { path, query, signal }),
      );
      if (refusal !== null) addSourceNames(api, { refusals: { insight: refusal } });
      noteInsights(api, page?.results ?? []);
      return page?.results.map(toSuggestion) ?? NO_INSIGHTS;
    },
    // `useInsightLinks` looks up short IDs.
    enabled: isEnabled && parseShortId(search) === null && !containsApiKey(search),
    placeholderData: keepPreviousData,
  });
  return data;
}

const toSuggestion = (entry: InsightEntry) => ({ id: entry.id, name: getInsightName(entry) });

/** Reads a dashboard's insights in dashboard order. `id` is null without a dashboard. */
export function useDashboardInsights(id: number | null): OptionalQuery<readonly SourceSuggestion[]> {
  const api = useApi();
  // If the list of dashboards is unavailable, single dashboards are too.
  const { dashboard: listRefusal = null } = useSourceNames().refusals;
  const read = async (signal: AbortSignal) => {
    const path = { project_id: api.projectId, id: id ?? 0 };
    const { tiles } = await requestOptional(api.client, getDashboard, { path, signal });
    return getTileInsights(tiles).map(toSuggestion);
  };
  const insights = useOptionalQuery(catalogKey(api, "tiles", id), read, id !== null && listRefusal === null);
  return insights.value === null ? { ...insights, refusal: insights.refusal ?? listRefusal } : insights;
}
