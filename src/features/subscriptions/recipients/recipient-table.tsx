import { Suspense, useMemo, useState } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import type { Collection, CollectionState } from "@/data/collection/collection";
import { useProjectFailure } from "@/data/projects/project-error";
import { DELIVERIES } from "@/features/subscriptions/model/subscription-labels";
import {
  type RecipientFilters,
  writeRecipientFilters,
} from "@/features/subscriptions/recipients/model/recipient-filters";
import type { Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
import { isIdle, keyOf } from "@/features/subscriptions/recipients/model/recipient-labels";
import { createRecipientIndex, parse } from "@/features/subscriptions/recipients/model/recipient-search";
import { writeSort } from "@/lib/search/sort-param";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { CollectionFrame, isFirstLoad } from "@/ui/collection-table/collection-frame";
import { useFoundRows } from "@/ui/collection-table/use-found-rows";
import { useSearchBox } from "@/ui/collection-table/use-search-box";
import { DataTable } from "@/ui/data-table/data-table";
import { useSelection } from "@/ui/data-table/use-selection";
import { chosenColumns } from "@/ui/data-table/visible-columns";
import { DownloadButton } from "@/ui/download/download-button";
import { lazyPage } from "@/ui/hooks/lazy-page";
import { useScrollMemory } from "@/ui/hooks/scroll-restoration";
import { useQueryDraft } from "@/ui/query-field/use-query-draft";
import { LEAD, recipientColumns, usualColumns, WIDTHS_KEY } from "./recipient-columns";
import { RecipientCount } from "./recipient-count";
import { NobodyFound, NoRecipients } from "./recipient-empty";
import { RecipientSelection } from "./recipient-selection";
import type { RecipientTask } from "./recipient-task";
import { RecipientTools } from "./recipient-tools";
import { useRecipientActions } from "./use-recipient-actions";

const { Component: RecipientDownload } = lazyPage(() => import("./recipient-download"), "RecipientDownload");

interface RecipientTableProps {
  readonly filters: RecipientFilters;
  readonly onChange: (part: Partial<RecipientFilters>) => boolean;
  readonly collection: Collection<Subscription>;
  readonly state: CollectionState<Subscription>;
  readonly recipients: readonly Recipient[];
  /** The recipients are still those of fewer deliveries. */
  readonly isBusy: boolean;
  readonly own: readonly string[];
  readonly now: Date;
  readonly onTask: (task: RecipientTask) => void;
  readonly onChooseDomains: () => void;
}

/** The recipients with what finds, sorts and steers them. */
export function RecipientTable(props: RecipientTableProps) {
  const { filters, onChange, collection, state, recipients, isBusy, own, now, onTask } = props;
  const { projectId } = useApi();
  const failure = useProjectFailure(state.error);
  const { phase, records, broken, count } = state;
  const [query, setQuery] = useQueryDraft(filters.query, (text) => onChange({ query: text }));
  const parsed = useMemo(() => parse(query), [query]);
  const index = useMemo(() => createRecipientIndex(own), [own]);
  const sort = filters.sort.length > 0 ? filters.sort : USUAL_SORT;
  const found = useFoundRows(index, recipients, {
    query: parsed,
    sort,
    now: now.getTime(),
    zone: localZone(),
  });
  const { rows } = found;
  const { box, clear } = useSearchBox(rows.length, setQuery);
  const rowActions = useRecipientActions(onTask);
  const all = useMemo(() => recipientColumns(own, localZone(), now), [own, now]);
  const columns = useMemo(
    () => chosenColumns(all, LEAD, filters.columns ?? usualColumns(own)),
    [all, filters.columns, own],
  );
  const { selection, selected, setSelection } = useSelection(recipients, keyOf);
  const [isDownloading, setIsDownloading] = useState(false);
  useScrollMemory("recipients", recipients.length > 0);

  const isPending = isFirstLoad(state) || (isBusy && recipients.length === 0);
  const isFiltered = parsed.terms.length > 0;
  const startDownload = () => setIsDownloading(true);
  return (
    <CollectionFrame
      {...DELIVERIES}
      box={box}
      foundFor={found.isBusy || isBusy ? undefined : query}
      state={state}
      steering={collection}
      failure={failure}
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
          columns={all}
          usual={usualColumns(own)}
        />
      }
      lead={
        !isPending && (
          <RecipientCount
            total={recipients.length}
            matching={isFiltered ? rows.length : null}
            isBusy={isBusy || found.isBusy}
            onClear={clear}
          />
        )
      }
      actions={<DownloadButton onClick={startDownload} />}
    >
      <DataTable
        label="Recipients"
        columns={columns}
        rows={rows}
        rowId={keyOf}
        rowLabel={({ address }) => address}
        rowHref={({ key }) => linkTo(projectId, { ...filters, query, open: key })}
        rowActions={rowActions}
        rowTone={(row) => (isIdle(row) ? "muted" : undefined)}
        rowsWord={WORD}
        totalCount={isFiltered || count === records.length ? rows.length : -1}
        loading={isPending}
        refetching={state.isRefreshing}
        density={filters.density}
        sort={sort}
        onSortChange={(next) => onChange({ sort: writeSort(next) === USUAL ? [] : next })}
        orderKey={`${writeSort(sort)} ${query}`}
        selection={selection}
        onSelectionChange={setSelection}
        widthsKey={WIDTHS_KEY}
        empty={
          isFiltered ? (
            <NobodyFound
              query={parsed}
              hasOwnDomains={own.length > 0}
              total={recipients.length}
              isWhole={phase === "complete"}
              onChooseDomains={props.onChooseDomains}
              onClear={clear}
            />
          ) : (
            <NoRecipients brokenCount={broken.length} />
          )
        }
      />
      <RecipientSelection
        selection={selection}
        selected={selected}
        rows={rows}
        onChange={setSelection}
        onDownload={startDownload}
        onTask={onTask}
      />
      {isDownloading && (
        <Suspense fallback={null}>
          <RecipientDownload
            shown={rows}
            selected={selected}
            columns={columns}
            own={own}
            now={now}
            onClose={() => setIsDownloading(false)}
          />
        </Suspense>
      )}
    </CollectionFrame>
  );
}

function linkTo(projectId: string, filters: RecipientFilters): string {
  return `${paths.recipients(projectId)}${writeRecipientFilters(filters)}`;
}

const WORD = { one: "recipient", other: "recipients" };
/** Who gets most stands first. */
const USUAL_SORT = [{ columnId: "deliveries", direction: "descending" }] as const;
const USUAL = writeSort(USUAL_SORT);
