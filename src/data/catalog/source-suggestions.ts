import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { listInsights } from "@/contract/catalog";
import { useApi } from "@/data/client/api-context";
import { normalizeText } from "@/lib/text/normalize-text";
import { getNamesRefusal } from "./names-refusal";
import { getInsightName } from "./read-insights";
import {
  type NamesRefusal,
  NO_SOURCE_NAMES,
  type SourceKind,
  type SourceNames,
  type SourceReference,
  sourceNamesKey,
} from "./source-labels";
import { useLoadSourceNames, useSourceNames } from "./source-names";

export interface SourceSuggestion {
  readonly id: number;
  readonly name: string;
}

interface SourceSuggestions {
  readonly getSuggestions: (text: string) => readonly SourceSuggestion[];
  /** Why there are no names, so that IDs must be entered. */
  readonly refusal: NamesRefusal | null;
  /** Returns the name of an ID, or "". */
  readonly getName: (id: string) => string;
}

const MAX_SUGGESTIONS = 20;
/** In ms. */
const SEARCH_DELAY_MS = 250;
/** The address of the page of an insight. */
const INSIGHT_LINK = /\/insights\/([A-Za-z0-9]+)/;

/**
 * Suggests dashboards from the loaded names, and insights from the server's search. @param text the typed text
 * @param picked IDs that are picked, separated by spaces
 */
export function useSourceSuggestions(kind: SourceKind, text: string, picked: string): SourceSuggestions {
  const { names, refusals } = useSourceNames();
  const sources = useMemo(() => listSources(kind, picked), [kind, picked]);
  useLoadSourceNames(sources);
  const isRefused = refusals[kind] !== undefined;
  const foundInsights = useInsightSearch(text, kind === "insight" && !isRefused);
  const named = kind === "insight" ? foundInsights : listNamed(names);
  return {
    refusal: refusals[kind] ?? null,
    getName: (id) => names.get(`${kind} ${id}`) ?? "",
    getSuggestions: (typed) => {
      // The server has already selected what matches.
      if (kind === "insight") return named;
      const words = normalizeText(typed).split(" ");
      return named
        .filter(({ id, name }) => {
          const searched = `${normalizeText(name)} ${id}`;
          return words.every((word) => searched.includes(word));
        })
        .slice(0, MAX_SUGGESTIONS);
    },
  };
}

/** Returns at least one, so that the dashboards are read. */
function listSources(kind: SourceKind, picked: string): readonly SourceReference[] {
  const none: SourceReference = { dashboard: null, insight: null };
  const ids = picked.split(" ").filter((id) => /^[1-9]\d{0,9}$/.test(id));
  return [none, ...ids.map((id) => ({ ...none, [kind]: Number(id) }))];
}

function listNamed(names: SourceNames["names"]): readonly SourceSuggestion[] {
  return [...names].flatMap(([key, name]) => {
    const id = /^dashboard (\d+)$/.exec(key)?.[1];
    return id === undefined || name === "" ? [] : [{ id: Number(id), name }];
  });
}

const NO_INSIGHTS: readonly SourceSuggestion[] = [];

function useInsightSearch(text: string, isEnabled: boolean): readonly SourceSuggestion[] {
  const api = useApi();
  const queryClient = useQueryClient();
  const [search] = useDebouncedValue(text.trim(), SEARCH_DELAY_MS);
  const { data = NO_INSIGHTS } = useQuery({
    queryKey: [...sourceNamesKey(api).slice(0, 3), "search", search],
    queryFn: async ({ signal }) => {
      const shortId = INSIGHT_LINK.exec(search)?.[1];
      const filter = shortId === undefined ? search !== "" && { search } : { short_id: shortId };
      try {
        const page = await api.client.request(listInsights, {
          path: { project_id: api.projectId },
          query: { ...filter, limit: MAX_SUGGESTIONS, basic: true, saved: true },
          signal,
        });
        const found = page.results.map((entry) => ({ id: entry.id, name: getInsightName(entry) }));
        noteNames(found);
        return found;
      } catch (error) {
        const refusal = getNamesRefusal(error);
        if (refusal === null) throw error;
        update((before) => ({ ...before, refusals: { ...before.refusals, insight: refusal } }));
        return NO_INSIGHTS;
      }
    },
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
  function update(change: (before: SourceNames) => SourceNames): void {
    queryClient.setQueryData<SourceNames>(sourceNamesKey(api), (before) => change(before ?? NO_SOURCE_NAMES));
  }
  function noteNames(found: readonly SourceSuggestion[]): void {
    const added = found.filter(({ name }) => name !== "");
    update((before) => ({
      ...before,
      names: new Map([...before.names, ...added.map(({ id, name }) => [`insight ${id}`, name] as const)]),
    }));
  }
  return data;
}
