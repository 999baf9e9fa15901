import { Group } from "@mantine/core";
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { useSavedViews } from "@/data/browser-storage/saved-views";
import { useApi } from "@/data/client/api-context";
import type { Collection, CollectionState } from "@/data/collection/collection";
import { useProjectError } from "@/data/projects/project-error";
import { SUBSCRIPTION_NOUN } from "@/features/subscriptions/model/subscription-labels";
import { type ParsedQuery, parseQuery } from "@/lib/query/query-text";
import type { ListSearchParams } from "@/lib/search/list-search-params";
import { NO_NAMES, type ReferenceNames } from "@/lib/search/record-schema";
import type { RecordIndex } from "@/lib/search/record-search";
import { formatSortParam } from "@/lib/search/sort-param";
import { formatCount, pluralForm, pluralize } from "@/lib/text/numbers";
import { localZone } from "@/lib/time/dates";
import { CollectionFrame, isFirstLoad } from "@/ui/collection-table/collection-frame";
import type { SearchLanguage } from "@/ui/collection-table/collection-search";
import { ListViewOptions } from "@/ui/collection-table/list-view-options";
import { SearchTools } from "@/ui/collection-table/search-tools";
import { useFoundRows } from "@/ui/collection-table/use-found-rows";
import { useSearchBox } from "@/ui/collection-table/use-search-box";
import { DataTable } from "@/ui/data-table/data-table";
import type { Column, DataTableProps, RowId } from "@/ui/data-table/data-table-types";
import { useSelection } from "@/ui/data-table/data-table-selection";
import { getVisibleColumns } from "@/ui/data-table/visible-columns";
import { DownloadButton } from "@/ui/download/download-button";
import { useAnnounce } from "@/ui/feedback/announcer";
import { useScrollRestoration } from "@/ui/hooks/scroll-restoration";
import { useQueryDraft } from "@/ui/query-field/use-query-draft";
import shared from "@/ui/theme/shared.module.css";
import { groupRowId, isIdle } from "./group-labels";
import type { SubscriptionGroup } from "./subscription-groups";

export interface VisibleGroups<Group> {
  readonly rows: readonly Group[];
  readonly columns: readonly Column<Group>[];
  readonly selection: ReadonlySet<RowId>;
  readonly selected: readonly Group[];
  readonly setSelection: (selection: ReadonlySet<RowId>) => void;
  readonly openDownload: () => void;
}

interface GroupTableProps<Group extends SubscriptionGroup> {
  readonly label: string;
  readonly singular: string;
  readonly plural: string;
  /** Storage key of saved views, column widths, and the scroll position. */
  readonly storageKey: string;
  readonly placeholder: string;
  readonly filters: ListSearchParams;
  readonly onChange: (changes: Partial<ListSearchParams>) => boolean;
  readonly collection: Collection<Subscription>;
  readonly state: CollectionState<Subscription>;
  readonly groups: readonly Group[];
  /** Whether newer records are being indexed. */
  readonly isBusy: boolean;
  readonly now: Date;
  readonly language: SearchLanguage<Group>;
  readonly index: RecordIndex<Group>;
  /** Names of sources that the rows refer to by ID. */
  readonly names?: ReferenceNames;
  /** All columns, including hidden ones. The first one is always visible. */
  readonly columns: readonly Column<Group>[];
  readonly defaultColumnIds: readonly string[];
  readonly rowLabel: (group: Group) => string;
  /** Returns the URL of the page with the group in the drawer. */
  readonly rowHref: (group: Group, query: string) => string;
  readonly rowActions: NonNullable<DataTableProps<Group>["rowActions"]>;
  /** Returns the path of the list, without search parameters. */
  readonly linkTo: (projectId: string | number) => string;
  readonly findings?: ReactNode;
  readonly renderEmpty: (search: {
    readonly parsed: ParsedQuery;
    readonly isFiltered: boolean;
    readonly clear: () => void;
  }) => ReactNode;
  readonly renderSelection: (visible: VisibleGroups<Group>) => ReactNode;
  readonly renderDownload: (visible: VisibleGroups<Group>, close: () => void) => ReactNode;
}

export function GroupTable<Group extends SubscriptionGroup>(props: GroupTableProps<Group>) {
  const { singular, plural, storageKey, filters, onChange, collection, state, groups, isBusy, now } = props;
  const { language, index, names = NO_NAMES, columns: allColumns, defaultColumnIds } = props;
  const api = useApi();
  const savedViews = useSavedViews(api, storageKey);
  const failure = useProjectError(state.error);
  const [query, setQuery] = useQueryDraft(filters.query, (text) => onChange({ query: text }));
  const parsed = useMemo(() => parseQuery(query, language.fields), [query, language]);
  const sort = filters.sort.length > 0 ? filters.sort : DEFAULT_SORT;
  const found = useFoundRows(index, groups, {
    query: parsed,
    sort,
    now: now.getTime(),
    zone: localZone(),
    names,
  });
  const { rows } = found;
  const { box: searchBox, clear } = useSearchBox(rows.length, setQuery);
  const leadColumnId = allColumns[0]?.id ?? "";
  const columns = useMemo(
    () => getVisibleColumns(allColumns, leadColumnId, filters.columns ?? defaultColumnIds),
    [allColumns, leadColumnId, filters.columns, defaultColumnIds],
  );
  const { selection, selected, setSelection } = useSelection(groups, groupRowId);
  const [isDownloading, setIsDownloading] = useState(false);
  useScrollRestoration(storageKey, groups.length > 0);

  const isPending = isFirstLoad(state) || (isBusy && groups.length === 0);
  const isFiltered = parsed.terms.length > 0;
  const openDownload = () => setIsDownloading(true);
  const visible = { rows, columns, selection, selected, setSelection, openDownload };
  return (
    <CollectionFrame
      {...SUBSCRIPTION_NOUN}
      box={searchBox}
      renderedQuery={found.isBusy || isBusy ? undefined : query}
      state={state}
      controls={collection}
      loadError={failure}
      linkTo={props.linkTo}
      now={now}
      isEmpty={!isPending && groups.length === 0}
      tools={
        <SearchTools
          label={`Search ${plural}`}
          placeholder={props.placeholder}
          query={query}
          onQueryChange={setQuery}
          found={{ search: language, parsed, names }}
          rows={groups}
        >
          <ListViewOptions
            path={props.linkTo(api.projectId)}
            savedViews={savedViews}
            columns={allColumns}
            leadColumnId={leadColumnId}
            defaultColumnIds={defaultColumnIds}
            settings={filters}
            onChange={onChange}
            widthsKey={storageKey}
          />
          <DownloadButton onClick={openDownload} />
        </SearchTools>
      }
      prefix={
        !isPending && (
          <GroupCount
            singular={singular}
            plural={plural}
            total={groups.length}
            matching={isFiltered ? rows.length : null}
            isBusy={isBusy || found.isBusy}
            onClear={clear}
          />
        )
      }
      findings={props.findings}
    >
      <DataTable
        label={props.label}
        columns={columns}
        rows={rows}
        rowId={groupRowId}
        rowLabel={props.rowLabel}
        rowHref={(group) => props.rowHref(group, query)}
        rowActions={props.rowActions}
        rowTone={(group) => (isIdle(group) ? "muted" : undefined)}
        rowNoun={{ singular, plural }}
        totalCount={isFiltered || state.count === state.records.length ? rows.length : -1}
        loading={isPending}
        refetching={state.isRefreshing}
        density={filters.density}
        sort={sort}
        onSortChange={(next) => onChange({ sort: formatSortParam(next) === DEFAULT_SORT_PARAM ? [] : next })}
        orderKey={`${formatSortParam(sort)} ${query}`}
        selection={selection}
        onSelectionChange={setSelection}
        widthsKey={storageKey}
        empty={props.renderEmpty({ parsed, isFiltered, clear })}
      />
      {props.renderSelection(visible)}
      {isDownloading && (
        <Suspense fallback={null}>{props.renderDownload(visible, () => setIsDownloading(false))}</Suspense>
      )}
    </CollectionFrame>
  );
}

const DEFAULT_SORT = [{ columnId: "deliveries", direction: "descending" }] as const;
const DEFAULT_SORT_PARAM = formatSortParam(DEFAULT_SORT);

interface GroupCountProps {
  readonly singular: string;
  readonly plural: string;
  readonly total: number;
  /** Number of matching groups. Null without a filter. */
  readonly matching: number | null;
  readonly isBusy: boolean;
  readonly onClear: () => void;
}

/** Announcements wait until the user has stopped typing. */
const ANNOUNCE_DELAY_MS = 700;

/**
 * Shows "63 recipients in" or "5 of 63 recipients match · Clear in". The toolbar completes the sentence with the
 * number of subscriptions.
 */
function GroupCount({ singular, plural, total, matching, isBusy, onClear }: GroupCountProps) {
  const announce = useAnnounce();
  const announcedCount = useRef(matching);
  useEffect(() => {
    if (isBusy || announcedCount.current === matching) return;
    const timer = setTimeout(() => {
      announcedCount.current = matching;
      announce(
        matching === null
          ? "Search cleared"
          : `${pluralize(matching, singular, plural)} ${pluralForm(matching, "matches", "match")}`,
      );
    }, ANNOUNCE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [matching, isBusy, announce, singular, plural]);

  const totalLabel = pluralize(total, singular, plural);
  return (
    // Narrows the gap to a space, because the bar's text continues this sentence.
    <Group component="span" gap="0 6px" display="inline-flex" me={-7} aria-busy={isBusy}>
      {matching === null ? (
        `${totalLabel} in`
      ) : (
        <>
          <span>{`${formatCount(matching)} of ${totalLabel} ${pluralForm(matching, "matches", "match")}`}</span>
          <button type="button" className={shared.textButton} onClick={onClear}>
            Clear
          </button>
          in
        </>
      )}
    </Group>
  );
}
