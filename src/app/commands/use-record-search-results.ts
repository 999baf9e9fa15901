import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useSession } from "@/app/connection/session";
import type { Api } from "@/data/backend/backend";
import { readOwnDomains } from "@/data/browser-storage/project-settings";
import type { SourceNames } from "@/data/catalog/source-labels";
import { NO_SOURCE_NAMES, shortSourceLabel, sourceNamesKey } from "@/data/catalog/source-labels";
import type { Collection } from "@/data/collection/collection";
import { peekExportCollection } from "@/data/exports/exports";
import { memberId, peekMemberCollection } from "@/data/members/members";
import { getKnownPeople } from "@/data/people/known-people";
import {
  openSubscriptionCollections,
  subscriptionSourceLabel,
  subscriptionTitle,
} from "@/data/subscriptions/subscriptions";
import { readVitalPaths } from "@/data/web-vitals/web-vitals";
import { exportName, exportSourceLabel, loadExportSearch } from "@/features/exports/model/export-rules";
import { loadMemberSearch, memberName } from "@/features/members/model/member-rules";
import { createGroupReader } from "@/features/subscriptions/groups/subscription-groups";
import { readCreatorNames } from "@/features/subscriptions/model/recipient-names";
import {
  loadSubscriptionSearch,
  subscriptionListUrl,
} from "@/features/subscriptions/model/subscription-filters";
import {
  createPersonNames,
  groupByRecipient,
  RECIPIENT_FILTERS,
  type Recipient,
  recipientKindLabel,
  recipientName,
} from "@/features/subscriptions/recipients/model/recipient-index";
import { createRecipientSearch } from "@/features/subscriptions/recipients/model/recipient-search";
import { groupBySource, SOURCE_FILTERS } from "@/features/subscriptions/sources/source-index";
import { SOURCE_SEARCH } from "@/features/subscriptions/sources/source-search";
import { pathLabel } from "@/features/vitals/model/board-rows";
import type { ListSearch } from "@/lib/search/list-search";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { containsApiKey, normalizeText } from "@/lib/text/normalize-text";
import { formatCount } from "@/lib/text/numbers";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { DEFAULT_LIST_SEARCH_PARAMS, formatListSearch } from "@/lib/url/url-state";
import * as icons from "@/ui/theme/icons";
import type { Command } from "./palette";

const MAX_SHOWN_PER_LIST = 8;

interface RecordSearchResults {
  readonly commands: readonly Command[];
  /** Number of all matches, including those that aren't shown. */
  readonly total: number;
}

const NO_RESULTS: RecordSearchResults = { commands: [], total: 0 };

/** Searches the project's loaded records. An empty text matches no records. */
export function useRecordSearchResults(text: string, projectId: string | null): RecordSearchResults {
  const { backend } = useSession();
  const navigate = useNavigate();
  const [results, setResults] = useState(NO_RESULTS);
  const query = containsApiKey(text) ? "" : text.trim();

  useEffect(() => {
    if (query === "" || backend === null || projectId === null) return;
    const controller = new AbortController();
    const api: Api = { ...backend, projectId };
    const { names } = api.queryClient.getQueryData<SourceNames>(sourceNamesKey(api)) ?? NO_SOURCE_NAMES;
    searchLists({ api, names, query, signal: controller.signal }).then(
      (lists) => setResults(toCommands(lists, (to) => void navigate(to))),
      () => {
        // If the search fails, the palette still finds pages and actions.
        if (!controller.signal.aborted) setResults(NO_RESULTS);
      },
    );
    return () => controller.abort(new DOMException("Overtaken", "AbortError"));
  }, [query, backend, projectId, navigate]);
  return query === "" ? NO_RESULTS : results;
}

interface ListResults {
  readonly group: Command["group"];
  readonly Icon: typeof icons.MailIcon;
  readonly rows: readonly {
    readonly id: number | string;
    readonly label: string;
    readonly detail: string;
    readonly path: string;
  }[];
  readonly listPath: string;
}

function toCommands(lists: readonly ListResults[], navigateTo: (to: string) => void): RecordSearchResults {
  const commands = lists.flatMap(({ group, Icon, rows, listPath }): readonly Command[] => {
    const shown = rows.slice(0, MAX_SHOWN_PER_LIST).map(({ path, ...row }) => ({
      ...row,
      id: `${group} ${row.id}`,
      group,
      Icon,
      run: () => navigateTo(path),
    }));
    if (rows.length <= MAX_SHOWN_PER_LIST) return shown;
    const label = `Show all ${formatCount(rows.length)} in list`;
    return [
      ...shown,
      { id: `${group} all`, label, group, Icon: icons.ListIcon, run: () => navigateTo(listPath) },
    ];
  });
  return { commands, total: lists.reduce((sum, { rows }) => sum + rows.length, 0) };
}

interface Search {
  readonly api: Api;
  readonly names: ReferenceNames;
  readonly query: string;
  readonly signal: AbortSignal;
}

type Subscriptions = ReturnType<typeof openSubscriptionCollections>[number];

/** Searches lists, and what their records contain: recipients, sources, people and web vitals paths. */
async function searchLists(search: Search): Promise<readonly ListResults[]> {
  const subscriptions = openSubscriptionCollections(search.api);
  const active = subscriptions.find(({ view }) => view === "active");
  const lists = await Promise.all([
    ...subscriptions.map((list) => searchSubscriptions(search, list)),
    searchExports(search),
    searchMembers(search),
    active && searchRecipients(search, active),
    active && searchSources(search, active),
    searchPeople(search),
    searchVitalPaths(search),
  ]);
  return lists.filter((list) => list != null);
}

/** Returns the matching records. Null when the search code fails to load, so that other lists are still searched. */
async function findRecords<Row, Item extends Row>(
  search: Search,
  collection: Collection<Item>,
  load: () => Promise<ListSearch<Row, Collection<Item>>>,
): Promise<readonly Row[] | null> {
  const language = await load().catch(() => null);
  return language && findRows(search, language, collection, collection.get().records);
}

function findRows<Row, Source>(
  { query, names, signal }: Search,
  { parse, indexOf }: ListSearch<Row, Source>,
  source: Source,
  rows: readonly Row[],
): Promise<readonly Row[]> | readonly Row[] {
  const options = { query: parse(query), sort: [], now: Date.now(), zone: localZone(), signal };
  if (options.query.terms.length === 0) return [];
  const index = indexOf(source);
  index.setRows(rows);
  index.setNames(names);
  return index.find(options);
}

async function searchSubscriptions(
  search: Search,
  { view, collection }: Subscriptions,
): Promise<ListResults | null> {
  const { api, names, query } = search;
  const rows = await findRecords(search, collection, loadSubscriptionSearch);
  return (
    rows && {
      group: view === "trash" ? "Trash" : "Subscriptions",
      Icon: view === "trash" ? icons.TrashIcon : icons.MailIcon,
      rows: rows.map((record) => ({
        id: record.id,
        label: subscriptionTitle(record, names).text,
        detail: `${subscriptionSourceLabel(record, names)} · ID ${record.id}`,
        path: paths.subscription(api.projectId, record.id),
      })),
      listPath: subscriptionListUrl(api.projectId, query, view),
    }
  );
}

async function searchExports(search: Search): Promise<ListResults | null> {
  const { api, names, query } = search;
  const collection = peekExportCollection(api);
  const rows = collection && (await findRecords(search, collection, loadExportSearch));
  if (!rows) return null;
  return {
    group: "Exports",
    Icon: icons.DownloadIcon,
    rows: rows.map((record) => ({
      id: record.id,
      label: exportName(record, names).text,
      detail: `${exportSourceLabel(record, names)} · ID ${record.id}`,
      path: paths.export(api.projectId, record.id),
    })),
    listPath: `${paths.exports(api.projectId)}${formatListSearch({ ...DEFAULT_LIST_SEARCH_PARAMS, query })}`,
  };
}

async function searchMembers(search: Search): Promise<ListResults | null> {
  const { api, query } = search;
  const collection = peekMemberCollection(api);
  const rows = collection && (await findRecords(search, collection, loadMemberSearch));
  if (!rows) return null;
  return {
    group: "Members",
    Icon: icons.UsersIcon,
    rows: rows.map((member) => ({
      id: memberId(member),
      label: memberName(member),
      detail: member.user?.email ?? String(memberId(member)),
      path: paths.member(api.projectId, memberId(member)),
    })),
    listPath: `${paths.members(api.projectId)}${formatListSearch({ ...DEFAULT_LIST_SEARCH_PARAMS, query })}`,
  };
}

const readRecipients = createGroupReader(groupByRecipient);
const readSources = createGroupReader(groupBySource);

/** Searches by list of recipients, with the domains they were created for. */
const RECIPIENT_SEARCHES = new WeakMap<
  readonly Recipient[],
  { readonly domains: string; readonly language: ReturnType<typeof createRecipientSearch> }
>();

async function searchRecipients(search: Search, { collection }: Subscriptions): Promise<ListResults> {
  const all = await readRecipients(collection.get().records);
  const personNames = createPersonNames(readCreatorNames(collection.get().records));
  const own = readOwnDomains(search.api);
  const domains = own.join();
  const last = RECIPIENT_SEARCHES.get(all);
  const language = last?.domains === domains ? last.language : createRecipientSearch(own, personNames);
  RECIPIENT_SEARCHES.set(all, { domains, language });
  const link = (filters: { readonly query: string; readonly open: string | null }) =>
    `${paths.recipients(search.api.projectId)}${RECIPIENT_FILTERS.format({ ...DEFAULT_LIST_SEARCH_PARAMS, ...filters })}`;
  const rows = await findRows(search, language, all, all);
  return {
    group: "Recipients",
    Icon: icons.AtIcon,
    rows: rows.map((recipient) => ({
      id: recipient.key,
      label: recipientName(recipient),
      detail: recipientKindLabel(recipient.channel),
      path: link({ query: "", open: recipient.key }),
    })),
    listPath: link({ query: search.query, open: null }),
  };
}

async function searchSources(search: Search, { collection }: Subscriptions): Promise<ListResults> {
  const { names, api, query } = search;
  const all = await readSources(collection.get().records);
  const link = (filters: { readonly query: string; readonly open: string | null }) =>
    `${paths.sources(api.projectId)}${SOURCE_FILTERS.format({ ...DEFAULT_LIST_SEARCH_PARAMS, ...filters })}`;
  const rows = await findRows(search, SOURCE_SEARCH, all, all);
  return {
    group: "Sources",
    Icon: icons.ChartIcon,
    rows: rows.map(({ key, kind, id, reference }) => ({
      id: key,
      label: shortSourceLabel(reference, names),
      detail: `${kind} ${id}`,
      path: link({ query: "", open: key }),
    })),
    listPath: link({ query, open: null }),
  };
}

/** Searches people without an explicit level. */
function searchPeople({ api, query }: Search): ListResults {
  const matches = createWordMatcher(query);
  return {
    group: "People",
    Icon: icons.UsersIcon,
    rows: getKnownPeople(api)
      .filter(({ isMember, name, email }) => !isMember && matches(`${name} ${email}`))
      .map(({ uuid, name, email }) => ({
        id: uuid,
        label: name,
        detail: email,
        path: paths.member(api.projectId, uuid),
      })),
    listPath: paths.members(api.projectId),
  };
}

function searchVitalPaths({ api, query }: Search): ListResults {
  const matches = createWordMatcher(query);
  return {
    group: "Web vitals",
    Icon: icons.GaugeIcon,
    rows: readVitalPaths(api)
      .map((path) => ({
        id: path,
        label: pathLabel(path),
        detail: "",
        path: paths.vital(api.projectId, path),
      }))
      .filter(({ label }) => matches(label)),
    listPath: paths.vitals(api.projectId),
  };
}

function createWordMatcher(query: string): (text: string) => boolean {
  const words = normalizeText(query).split(/\s+/).filter(Boolean);
  return (text) => {
    const normalized = normalizeText(text);
    return words.every((word) => normalized.includes(word));
  };
}
