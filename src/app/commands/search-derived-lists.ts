import type { QueryClient } from "@tanstack/react-query";
import { readVitalPaths } from "@/data/browser-storage/vital-paths";
import { shortSourceLabel } from "@/data/catalog/source-labels";
import type { Api } from "@/data/client/api-context";
import { getKnownPeople } from "@/data/people/known-people";
import { openSubscriptionCollections } from "@/data/subscriptions/subscription-collections";
import { readCreatorNames } from "@/features/subscriptions/model/recipient-names";
import { createPersonNames } from "@/features/subscriptions/recipients/model/person-names";
import { formatRecipientFilters } from "@/features/subscriptions/recipients/model/recipient-filters";
import type { Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
import {
  recipientKindLabel,
  recipientName,
} from "@/features/subscriptions/recipients/model/recipient-labels";
import {
  createRecipientSearchIndex,
  RECIPIENT_SEARCH,
} from "@/features/subscriptions/recipients/model/recipient-search";
import { readRecipients } from "@/features/subscriptions/recipients/model/use-recipients";
import { formatSourceFilters } from "@/features/subscriptions/sources/source-filters";
import { readSources, type SourceGroup } from "@/features/subscriptions/sources/source-index";
import { createSourceSearchIndex, SOURCE_SEARCH } from "@/features/subscriptions/sources/source-search";
import { pathLabel } from "@/features/vitals/model/board-rows";
import { parseQuery } from "@/lib/query/query-text";
import { DEFAULT_LIST_SEARCH_PARAMS } from "@/lib/search/list-search-params";
import type { ReferenceNames, SearchField } from "@/lib/search/record-schema";
import type { RecordIndex } from "@/lib/search/record-search";
import { normalizeText } from "@/lib/text/normalize-text";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { AtIcon, ChartIcon, GaugeIcon, UsersIcon } from "@/ui/theme/icons";
import type { ListResults } from "./use-record-search-results";

interface DerivedListInput {
  readonly queryClient: QueryClient;
  readonly api: Api;
  readonly names: ReferenceNames;
  readonly query: string;
  readonly signal: AbortSignal;
}

const RECIPIENT_INDEXES = new WeakMap<readonly Recipient[], RecordIndex<Recipient>>();
const SOURCE_INDEXES = new WeakMap<readonly SourceGroup[], RecordIndex<SourceGroup>>();

/** Searches what the loaded records contain: recipients, sources, people without an explicit level, and web vitals paths. */
export async function searchDerivedLists(input: DerivedListInput): Promise<readonly ListResults[]> {
  return [
    ...(await searchRecipients(input)),
    ...(await searchSources(input)),
    searchPeople(input),
    searchVitalPaths(input),
  ];
}

function getActiveSubscriptions({ queryClient, api }: DerivedListInput) {
  return openSubscriptionCollections(queryClient, api).find(({ view }) => view === "active")?.collection;
}

async function searchRecipients(input: DerivedListInput): Promise<readonly ListResults[]> {
  const collection = getActiveSubscriptions(input);
  if (collection === undefined) return [];
  const { projectId } = input.api;
  const all = await readRecipients(collection, Date.now());
  const personNames = createPersonNames(readCreatorNames(collection.get().records));
  const index = RECIPIENT_INDEXES.get(all) ?? createRecipientSearchIndex([], personNames);
  RECIPIENT_INDEXES.set(all, index);
  index.setRows(all);
  const link = (filters: { readonly query: string; readonly open: string | null }) =>
    `${paths.recipients(projectId)}${formatRecipientFilters({ ...DEFAULT_LIST_SEARCH_PARAMS, ...filters })}`;
  const rows = await find(index, RECIPIENT_SEARCH.fields, input);
  return [
    {
      group: "Recipients",
      Icon: AtIcon,
      rows: rows.map((recipient) => ({
        id: recipient.key,
        label: recipientName(recipient),
        detail: recipientKindLabel(recipient.channel),
        path: link({ query: "", open: recipient.key }),
      })),
      listPath: link({ query: input.query, open: null }),
    },
  ];
}

async function searchSources(input: DerivedListInput): Promise<readonly ListResults[]> {
  const collection = getActiveSubscriptions(input);
  if (collection === undefined) return [];
  const { names, api } = input;
  const all = await readSources(collection, Date.now());
  const index = SOURCE_INDEXES.get(all) ?? createSourceSearchIndex();
  SOURCE_INDEXES.set(all, index);
  index.setRows(all);
  index.setNames(names);
  const link = (filters: { readonly query: string; readonly open: string | null }) =>
    `${paths.sources(api.projectId)}${formatSourceFilters({ ...DEFAULT_LIST_SEARCH_PARAMS, ...filters })}`;
  const rows = await find(index, SOURCE_SEARCH.fields, input);
  return [
    {
      group: "Sources",
      Icon: ChartIcon,
      rows: rows.map(({ key, kind, id, reference }) => ({
        id: key,
        label: shortSourceLabel(reference, names),
        detail: `${kind} ${id}`,
        path: link({ query: "", open: key }),
      })),
      listPath: link({ query: input.query, open: null }),
    },
  ];
}

async function find<Row>(
  index: RecordIndex<Row>,
  fields: readonly SearchField<Row>[],
  { query, signal }: DerivedListInput,
): Promise<readonly Row[]> {
  const parsed = parseQuery(query, fields);
  if (parsed.terms.length === 0) return [];
  return index.find({ query: parsed, sort: [], now: Date.now(), zone: localZone(), signal });
}

function searchPeople({ queryClient, api, query }: DerivedListInput): ListResults {
  const matches = createWordMatcher(query);
  return {
    group: "People",
    Icon: UsersIcon,
    rows: getKnownPeople(queryClient, api)
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

function searchVitalPaths({ api, query }: DerivedListInput): ListResults {
  const matches = createWordMatcher(query);
  return {
    group: "Web vitals",
    Icon: GaugeIcon,
    rows: readVitalPaths(api)
      .filter((path) => matches(pathLabel(path)))
      .map((path) => ({
        id: path,
        label: pathLabel(path),
        detail: "",
        path: paths.vital(api.projectId, path),
      })),
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
