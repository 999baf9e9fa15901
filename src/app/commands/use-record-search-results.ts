import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useSession } from "@/app/connection/session";
import { NO_SOURCE_NAMES, type SourceNames, sourceNamesKey } from "@/data/catalog/source-labels";
import type { Api } from "@/data/client/api-context";
import type { Collection } from "@/data/collection/collection";
import { peekExportCollection } from "@/data/exports/exports";
import { memberId, peekMemberCollection } from "@/data/members/members";
import { openSubscriptionCollections } from "@/data/subscriptions/subscription-collections";
import { loadExportSearch } from "@/features/exports/list/use-export-search";
import { formatExportListFilters as writeExportFilters } from "@/features/exports/model/export-filters";
import { exportName, exportSourceLabel } from "@/features/exports/model/export-rules";
import { loadMemberSearch } from "@/features/members/list/use-member-search";
import { formatMemberListFilters as writeMemberFilters } from "@/features/members/model/member-filters";
import { memberName } from "@/features/members/model/member-rules";
import {
  DEFAULT_LIST_FILTERS,
  formatSubscriptionListFilters,
} from "@/features/subscriptions/model/subscription-filters";
import {
  subscriptionSourceLabel,
  subscriptionTitle,
} from "@/features/subscriptions/model/subscription-rules";
import { loadSubscriptionSearch } from "@/features/subscriptions/search/use-subscription-search";
import { DEFAULT_LIST_SEARCH_PARAMS } from "@/lib/search/list-search-params";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { containsApiKey } from "@/lib/text/api-key-text";
import { formatCount } from "@/lib/text/numbers";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import type { SearchModule } from "@/ui/collection-table/collection-search";
import { DownloadIcon, ListIcon, MailIcon, TrashIcon, UsersIcon } from "@/ui/theme/icons";
import type { Command } from "./commands";

const MAX_SHOWN_PER_LIST = 8;

export interface RecordSearchResults {
  readonly commands: readonly Command[];
  /** Number of all matches, including those that aren't shown. */
  readonly total: number;
}

const NO_RESULTS: RecordSearchResults = { commands: [], total: 0 };

/** Searches the project's loaded records. An empty text matches no records. */
export function useRecordSearchResults(text: string, projectId: string | null): RecordSearchResults {
  const { backend } = useSession();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [results, setResults] = useState(NO_RESULTS);
  const query = containsApiKey(text) ? "" : text.trim();

  useEffect(() => {
    if (query === "" || backend === null || projectId === null) return;
    const controller = new AbortController();
    const api: Api = { client: backend.client, projectId };
    searchLists(queryClient, api, query, controller.signal).then(
      (lists) => setResults(toCommands(lists, (to) => void navigate(to))),
      () => {
        // If the search fails, the palette still finds pages and actions.
        if (!controller.signal.aborted) setResults(NO_RESULTS);
      },
    );
    return () => controller.abort(new DOMException("Overtaken", "AbortError"));
  }, [query, backend, projectId, queryClient, navigate]);
  return query === "" ? NO_RESULTS : results;
}

export interface ListResults {
  readonly group: Command["group"];
  readonly Icon: typeof MailIcon;
  readonly rows: readonly {
    readonly id: number | string;
    readonly label: string;
    readonly detail: string;
    readonly path: string;
  }[];
  readonly listPath: string;
}

interface SearchTarget<Row, Item extends Row> {
  readonly names?: ReferenceNames;
  readonly collection: Collection<Item>;
  readonly search: SearchModule<Row, Collection<Item>>;
}

async function searchCollection<Row, Item extends Row>(
  { collection, search, names }: SearchTarget<Row, Item>,
  query: string,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const index = search.indexOf(collection);
  index.setRows(collection.get().records);
  if (names !== undefined) index.setNames(names);
  const options = { query: search.parse(query), sort: [], now: Date.now(), zone: localZone(), signal };
  return options.query.terms.length === 0 ? [] : index.find(options);
}

async function searchLists(
  queryClient: QueryClient,
  api: Api,
  query: string,
  signal: AbortSignal,
): Promise<readonly ListResults[]> {
  const { projectId } = api;
  const { names } = queryClient.getQueryData<SourceNames>(sourceNamesKey(api)) ?? NO_SOURCE_NAMES;
  const lists: ListResults[] = [];
  for (const { view, collection } of openSubscriptionCollections(queryClient, api)) {
    const rows = await searchWithModule(loadSubscriptionSearch, { collection, names }, query, signal);
    if (rows === null) continue;
    lists.push({
      group: view === "trash" ? "Trash" : "Subscriptions",
      Icon: view === "trash" ? TrashIcon : MailIcon,
      rows: rows.map((record) => ({
        id: record.id,
        label: subscriptionTitle(record, names).text,
        detail: `${subscriptionSourceLabel(record, names)} · ID ${record.id}`,
        path: paths.subscription(projectId, record.id),
      })),
      listPath: `${paths.subscriptions(projectId)}${formatSubscriptionListFilters({ ...DEFAULT_LIST_FILTERS, view, query: query })}`,
    });
  }
  const exports = peekExportCollection(queryClient, api);
  const exportRows =
    exports && (await searchWithModule(loadExportSearch, { collection: exports }, query, signal));
  if (exportRows) {
    lists.push({
      group: "Exports",
      Icon: DownloadIcon,
      rows: exportRows.map((record) => ({
        id: record.id,
        label: exportName(record, names).text,
        detail: `${exportSourceLabel(record, names)} · ID ${record.id}`,
        path: paths.export(projectId, record.id),
      })),
      listPath: `${paths.exports(projectId)}${writeExportFilters({ ...DEFAULT_LIST_SEARCH_PARAMS, query: query })}`,
    });
  }
  const members = peekMemberCollection(queryClient, api);
  const memberRows =
    members && (await searchWithModule(loadMemberSearch, { collection: members }, query, signal));
  if (memberRows) {
    lists.push({
      group: "Members",
      Icon: UsersIcon,
      rows: memberRows.map((member) => ({
        id: memberId(member),
        label: memberName(member),
        detail: member.user?.email ?? String(memberId(member)),
        path: paths.member(projectId, memberId(member)),
      })),
      listPath: `${paths.members(projectId)}${writeMemberFilters({ ...DEFAULT_LIST_SEARCH_PARAMS, query: query })}`,
    });
  }
  const { searchDerivedLists } = await import("./search-derived-lists");
  return [...lists, ...(await searchDerivedLists({ queryClient, api, names, query, signal }))];
}

/** Searches a list. Returns null when the search code fails to load, so that other lists are still searched. */
async function searchWithModule<Row, Item extends Row>(
  load: () => Promise<SearchModule<Row, Collection<Item>>>,
  target: Omit<SearchTarget<Row, Item>, "search">,
  query: string,
  signal: AbortSignal,
): Promise<readonly Row[] | null> {
  const search = await load().catch(() => null);
  return search && searchCollection({ ...target, search }, query, signal);
}

function toCommands(lists: readonly ListResults[], navigateTo: (to: string) => void): RecordSearchResults {
  const commands = lists.flatMap(({ group, Icon, rows, listPath }): readonly Command[] => {
    const shownCommands = rows.slice(0, MAX_SHOWN_PER_LIST).map(
      ({ id, label, detail, path }): Command => ({
        id: `${group} ${id}`,
        label,
        detail,
        group,
        Icon,
        run: () => navigateTo(path),
      }),
    );
    if (rows.length <= MAX_SHOWN_PER_LIST) return shownCommands;
    const showAllCommand: Command = {
      id: `${group} all`,
      label: `Show all ${formatCount(rows.length)} in list`,
      group,
      Icon: ListIcon,
      run: () => navigateTo(listPath),
    };
    return [...shownCommands, showAllCommand];
  });
  return { commands, total: lists.reduce((sum, { rows }) => sum + rows.length, 0) };
}
