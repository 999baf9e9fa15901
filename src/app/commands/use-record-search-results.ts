import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useSession } from "@/app/connection/session";
import type { Api } from "@/data/client/api-context";
import type { Collection } from "@/data/collection/collection";
import { openedExports } from "@/data/exports/exports";
import { memberId, openedMembers } from "@/data/members/members";
import { openCollections } from "@/data/subscriptions/subscription-collections";
import { loadExportSearch } from "@/features/exports/list/use-export-search";
import { writeListFilters as writeExportFilters } from "@/features/exports/model/export-filters";
import { nameOf } from "@/features/exports/model/export-rules";
import { loadMemberSearch } from "@/features/members/list/use-member-search";
import { writeListFilters as writeMemberFilters } from "@/features/members/model/member-filters";
import { nameOf as memberName } from "@/features/members/model/member-rules";
import { PLAIN_LIST, writeListFilters } from "@/features/subscriptions/model/subscription-filters";
import { titleOf } from "@/features/subscriptions/model/subscription-rules";
import { loadSubscriptionSearch } from "@/features/subscriptions/search/use-subscription-search";
import { PLAIN_ADDRESS } from "@/lib/search/list-search-params";
import { formatCount } from "@/lib/text/numbers";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import type { SearchCode } from "@/ui/collection-table/collection-search";
import type { Command } from "./commands";

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
      (lists) => setFound(toCommands(lists, (to) => void navigate(to))),
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

/** What was found in one list. */
interface FoundList {
  readonly group: Command["group"];
  readonly rows: readonly { readonly id: number | string; readonly label: string; readonly path: string }[];
  /** The list with the same words in its search. */
  readonly list: string;
}

interface Searched<Row> {
  readonly collection: Collection<Row>;
  readonly search: SearchCode<Row, Collection<Row>>;
}

async function findIn<Row>(
  { collection, search }: Searched<Row>,
  words: string,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const index = search.indexOf(collection);
  index.setRows(collection.get().records);
  const options = { query: search.parse(words), sort: [], now: Date.now(), zone: localZone(), signal };
  return options.query.terms.length === 0 ? [] : index.find(options);
}

async function find(
  queries: QueryClient,
  api: Api,
  words: string,
  signal: AbortSignal,
): Promise<readonly FoundList[]> {
  const { projectId } = api;
  const lists: FoundList[] = [];
  const search = await loadSubscriptionSearch();
  for (const { view, collection } of openCollections(queries, api)) {
    const rows = await findIn({ collection, search }, words, signal);
    lists.push({
      group: view === "bin" ? "Bin" : "Deliveries",
      rows: rows.map((record) => ({
        id: record.id,
        label: titleOf(record).text,
        path: paths.subscription(projectId, record.id),
      })),
      list: `${paths.subscriptions(projectId)}${writeListFilters({ ...PLAIN_LIST, view, query: words })}`,
    });
  }
  const exports = openedExports(queries, api);
  const exportRows = exports && (await findWith(loadExportSearch, exports, words, signal));
  if (exportRows) {
    lists.push({
      group: "Exports",
      rows: exportRows.map((record) => ({
        id: record.id,
        label: nameOf(record).text,
        path: paths.export(projectId, record.id),
      })),
      list: `${paths.exports(projectId)}${writeExportFilters({ ...PLAIN_ADDRESS, query: words })}`,
    });
  }
  const members = openedMembers(queries, api);
  const memberRows = members && (await findWith(loadMemberSearch, members, words, signal));
  if (memberRows) {
    lists.push({
      group: "Members",
      rows: memberRows.map((member) => ({
        id: memberId(member),
        label: memberName(member),
        path: paths.member(projectId, memberId(member)),
      })),
      list: `${paths.members(projectId)}${writeMemberFilters({ ...PLAIN_ADDRESS, query: words })}`,
    });
  }
  return lists;
}

/** Null where its code does not arrive: what was found in the other lists still counts. */
async function findWith<Row>(
  load: () => Promise<SearchCode<Row, Collection<Row>>>,
  collection: Collection<Row>,
  words: string,
  signal: AbortSignal,
): Promise<readonly Row[] | null> {
  const search = await load().catch(() => null);
  return search && findIn({ collection, search }, words, signal);
}

function toCommands(lists: readonly FoundList[], go: (to: string) => void): FoundRecords {
  const commands = lists.flatMap(({ group, rows, list }): readonly Command[] => {
    const shown = rows
      .slice(0, SHOWN)
      .map(({ id, label, path }): Command => ({ id: `${group} ${id}`, label, group, run: () => go(path) }));
    if (rows.length <= SHOWN) return shown;
    const all: Command = {
      id: `${group} all`,
      label: `Show all ${formatCount(rows.length)} in the list`,
      group,
      run: () => go(list),
    };
    return [...shown, all];
  });
  return { commands, total: lists.reduce((sum, { rows }) => sum + rows.length, 0) };
}
