import { type ReactNode, Suspense, useMemo, useState } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import type { Collection, CollectionState } from "@/data/collection/collection";
import { useProjectError } from "@/data/projects/project-error";
import { SUBSCRIPTION_NOUN } from "@/features/subscriptions/model/subscription-labels";
import {
  formatRecipientFilters,
  type RecipientFilters,
} from "@/features/subscriptions/recipients/model/recipient-filters";
import type { Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
import {
  isIdle,
  recipientName,
  recipientRowId,
} from "@/features/subscriptions/recipients/model/recipient-labels";
import {
  createRecipientSearchIndex,
  parse,
} from "@/features/subscriptions/recipients/model/recipient-search";
import { formatSortParam } from "@/lib/search/sort-param";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { CollectionFrame, isFirstLoad } from "@/ui/collection-table/collection-frame";
import { useFoundRows } from "@/ui/collection-table/use-found-rows";
import { useSearchBox } from "@/ui/collection-table/use-search-box";
import { DataTable } from "@/ui/data-table/data-table";
import { useSelection } from "@/ui/data-table/use-selection";
import { getVisibleColumns } from "@/ui/data-table/visible-columns";
import { lazyPage } from "@/ui/hooks/lazy-page";
import { useScrollRestoration } from "@/ui/hooks/scroll-restoration";
import { useQueryDraft } from "@/ui/query-field/use-query-draft";
import {
  defaultRecipientColumns,
  RECIPIENT_LEAD_COLUMN,
  RECIPIENT_WIDTHS_KEY,
  recipientColumns,
} from "./recipient-columns";
import { RecipientCount } from "./recipient-count";
import { NoMatchingRecipients, NoRecipients } from "./recipient-empty";
import { RecipientSelection } from "./recipient-selection";
import type { RecipientTask } from "./recipient-task";
import { RecipientTools } from "./recipient-tools";
import { useRecipientActions } from "./use-recipient-actions";

const { Component: RecipientDownload } = lazyPage(() => import("./recipient-download"), "RecipientDownload");

interface RecipientTableProps {
  readonly filters: RecipientFilters;
  readonly onChange: (changes: Partial<RecipientFilters>) => boolean;
  readonly collection: Collection<Subscription>;
  readonly state: CollectionState<Subscription>;
  readonly recipients: readonly Recipient[];
  /** True while newer records are being indexed. */
  readonly isBusy: boolean;
  readonly ownDomains: readonly string[];
  readonly now: Date;
  readonly onStartTask: (task: RecipientTask) => void;
  readonly findings: ReactNode;
  readonly onChooseDomains: () => void;
}

export function RecipientTable(props: RecipientTableProps) {
  const { filters, onChange, collection, state, recipients, isBusy, ownDomains, now, onStartTask } = props;
  const { projectId } = useApi();
  const failure = useProjectError(state.error);
  const { phase, records, broken: invalidRecords, count } = state;
  const [query, setQuery] = useQueryDraft(filters.query, (text) => onChange({ query: text }));
  const parsed = useMemo(() => parse(query), [query]);
  const index = useMemo(() => createRecipientSearchIndex(ownDomains), [ownDomains]);
  const sort = filters.sort.length > 0 ? filters.sort : DEFAULT_SORT;
  const searchResult = useFoundRows(index, recipients, {
    query: parsed,
    sort,
    now: now.getTime(),
    zone: localZone(),
  });
  const { rows } = searchResult;
  const { box: searchBox, clear: clearQuery } = useSearchBox(rows.length, setQuery);
  const rowActions = useRecipientActions(onStartTask);
  const allColumns = useMemo(() => recipientColumns(ownDomains, localZone(), now), [ownDomains, now]);
  const columns = useMemo(
    () =>
      getVisibleColumns(
        allColumns,
        RECIPIENT_LEAD_COLUMN,
        filters.columns ?? defaultRecipientColumns(ownDomains),
      ),
    [allColumns, filters.columns, ownDomains],
  );
  const { selection, selected, setSelection } = useSelection(recipients, recipientRowId);
  const [isDownloading, setIsDownloading] = useState(false);
  useScrollRestoration("recipients", recipients.length > 0);

  const isPending = isFirstLoad(state) || (isBusy && recipients.length === 0);
  const isFiltered = parsed.terms.length > 0;
  const startDownload = () => setIsDownloading(true);
  return (
    <CollectionFrame
      {...SUBSCRIPTION_NOUN}
      box={searchBox}
      renderedQuery={searchResult.isBusy || isBusy ? undefined : query}
      state={state}
      controls={collection}
      loadError={failure}
      linkTo={paths.recipients}
      now={now}
      isEmpty={!isPending && recipients.length === 0}
      tools={
        <RecipientTools
          filters={filters}
          query={query}
          parsed={parsed}
          onQuery={setQuery}
          onChange={onChange}
          recipients={recipients}
          columns={allColumns}
          defaultColumns={defaultRecipientColumns(ownDomains)}
          onDownload={startDownload}
        />
      }
      prefix={
        !isPending && (
          <RecipientCount
            total={recipients.length}
            matching={isFiltered ? rows.length : null}
            isBusy={isBusy || searchResult.isBusy}
            onClear={clearQuery}
          />
        )
      }
      findings={props.findings}
    >
      <DataTable
        label="Recipients"
        columns={columns}
        rows={rows}
        rowId={recipientRowId}
        rowLabel={recipientName}
        rowHref={({ key }) => recipientListLink(projectId, { ...filters, query, open: key })}
        rowActions={rowActions}
        rowTone={(row) => (isIdle(row) ? "muted" : undefined)}
        rowsWord={RECIPIENT_NOUN}
        totalCount={isFiltered || count === records.length ? rows.length : -1}
        loading={isPending}
        refetching={state.isRefreshing}
        density={filters.density}
        sort={sort}
        onSortChange={(next) => onChange({ sort: formatSortParam(next) === DEFAULT_SORT_PARAM ? [] : next })}
        orderKey={`${formatSortParam(sort)} ${query}`}
        selection={selection}
        onSelectionChange={setSelection}
        widthsKey={RECIPIENT_WIDTHS_KEY}
        empty={
          isFiltered ? (
            <NoMatchingRecipients
              query={parsed}
              hasOwnDomains={ownDomains.length > 0}
              total={recipients.length}
              isComplete={phase === "complete"}
              onChooseDomains={props.onChooseDomains}
              onClear={clearQuery}
            />
          ) : (
            <NoRecipients invalidCount={invalidRecords.length} />
          )
        }
      />
      <RecipientSelection
        selection={selection}
        selected={selected}
        rows={rows}
        onChange={setSelection}
        onDownload={startDownload}
        onStartTask={onStartTask}
      />
      {isDownloading && (
        <Suspense fallback={null}>
          <RecipientDownload
            visibleRows={rows}
            selected={selected}
            columns={columns}
            ownDomains={ownDomains}
            now={now}
            onClose={() => setIsDownloading(false)}
          />
        </Suspense>
      )}
    </CollectionFrame>
  );
}

function recipientListLink(projectId: string, filters: RecipientFilters): string {
  return `${paths.recipients(projectId)}${formatRecipientFilters(filters)}`;
}

const RECIPIENT_NOUN = { singular: "recipient", plural: "recipients" };
const DEFAULT_SORT = [{ columnId: "deliveries", direction: "descending" }] as const;
const DEFAULT_SORT_PARAM = formatSortParam(DEFAULT_SORT);
