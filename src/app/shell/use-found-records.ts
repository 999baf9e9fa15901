import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Subscription } from "@/contract/subscriptions";
import type { Api } from "@/data/api-context";
import { openCollections } from "@/data/subscription-collections";
import { PLAIN_LIST, writeListFilters } from "@/features/subscriptions/subscription-filters";
import { titleOf } from "@/features/subscriptions/subscription-rules";
import { loadSubscriptionSearch } from "@/features/subscriptions/use-subscription-search";
import { localZone } from "@/lib/dates";
import { formatCount } from "@/lib/numbers";
import { paths } from "@/lib/paths";
import type { Command } from "../commands";
import { useSession } from "../session";

/** Records shown of each list; the rest is one step away, in the list itself. */
const SHOWN = 8;

/** Records that have the words of the text, as commands that open them. */
export interface FoundRecords {
  readonly commands: readonly Command[];
  /** Found in all, shown or not. */
  readonly total: number;
}

const NONE: FoundRecords = { commands: [], total: 0 };

/** Finds loaded records of the project by any word on them; nothing without a text. */
export function useFoundRecords(text: string, projectId: string | null): FoundRecords {
  const { backend } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [found, setFound] = useState(NONE);
  const words = text.trim();

  useEffect(() => {
    if (words === "" || backend === null || projectId === null) return;
    const given = new AbortController();
    const api: Api = { client: backend.client, projectId };
    find(queries, api, words, given.signal).then(
      (lists) => setFound(toCommands(lists, { words, projectId, go: (to) => void navigate(to) })),
      (error: unknown) => {
        // Overtaken by the next key; or the code of the search did not arrive, then pages and actions are still found.
        if (!given.signal.aborted) setFound(NONE);
        else if (!(error instanceof DOMException)) throw error;
      },
    );
    return () => given.abort(new DOMException("Overtaken", "AbortError"));
  }, [words, backend, projectId, queries, navigate]);
  return words === "" ? NONE : found;
}

interface FoundList {
  readonly view: "active" | "bin";
  readonly rows: readonly Subscription[];
}

async function find(
  queries: QueryClient,
  api: Api,
  words: string,
  signal: AbortSignal,
): Promise<readonly FoundList[]> {
  const search = await loadSubscriptionSearch();
  const lists: FoundList[] = [];
  for (const { view, collection } of openCollections(queries, api)) {
    const index = search.indexOf(collection);
    index.setRows(collection.get().records);
    const options = { query: search.parse(words), sort: [], now: Date.now(), zone: localZone(), signal };
    lists.push({ view, rows: options.query.terms.length === 0 ? [] : await index.find(options) });
  }
  return lists;
}

interface Ways {
  readonly words: string;
  readonly projectId: string;
  readonly go: (to: string) => void;
}

function toCommands(lists: readonly FoundList[], { words, projectId, go }: Ways): FoundRecords {
  const commands = lists.flatMap(({ view, rows }): readonly Command[] => {
    const group = view === "bin" ? "Bin" : "Deliveries";
    const shown = rows.slice(0, SHOWN).map(
      (record): Command => ({
        id: `${view} ${record.id}`,
        label: titleOf(record).text,
        group,
        run: () => go(paths.subscription(projectId, record.id)),
      }),
    );
    if (rows.length <= SHOWN) return shown;
    const list = `${paths.subscriptions(projectId)}${writeListFilters({ ...PLAIN_LIST, view, query: words })}`;
    const all: Command = {
      id: `${view} all`,
      label: `Show all ${formatCount(rows.length)} in the list`,
      group,
      run: () => go(list),
    };
    return [...shown, all];
  });
  return { commands, total: lists.reduce((sum, { rows }) => sum + rows.length, 0) };
}
