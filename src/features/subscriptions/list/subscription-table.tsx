import { Suspense, useMemo } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import type { Collection, CollectionState } from "@/data/collection/collection";
import type { ProjectFailure } from "@/data/projects/project-error";
import {
  type ListFilters,
  readListFilters,
  writeListFilters,
} from "@/features/subscriptions/model/subscription-filters";
import { DELIVERIES, idOf } from "@/features/subscriptions/model/subscription-labels";
import { stateOf, titleOf } from "@/features/subscriptions/model/subscription-rules";
import { useSubscriptionSearch } from "@/features/subscriptions/search/use-subscription-search";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { CollectionTable } from "@/ui/collection-table/collection-table";
import { useAddressEdit } from "@/ui/hooks/use-edit-search-params";
import { useNow } from "@/ui/hooks/use-now";
import { useQueryDraft } from "@/ui/query-field/use-query-draft";
import { LEAD, subscriptionColumns, USUAL_COLUMNS, WIDTHS_KEY } from "./subscription-columns";
import { Arrange, Download, HealthLine, NoRows, Selection } from "./subscription-list-lazy-parts";
import classes from "./subscription-table.module.css";
import { useRowActions } from "./use-subscription-row-actions";

interface SubscriptionTableProps {
  readonly filters: ListFilters;
  readonly collection: Collection<Subscription>;
  readonly state: CollectionState<Subscription>;
  readonly failure: ProjectFailure | null;
}

/** The records of one list with what finds, sorts and steers them. */
export function SubscriptionTable({ filters, collection, state, failure }: SubscriptionTableProps) {
  const { projectId } = useApi();
  const now = useNow();
  const editAddress = useAddressEdit(paths.subscriptions(projectId));
  const { view } = filters;
  const { records } = state;
  const change = (part: Partial<ListFilters>) =>
    editAddress((params) => {
      const said = readListFilters(params);
      // The other list may be on its way.
      return said.view === view ? writeListFilters({ ...said, ...part }) : null;
    });
  const [query, setQuery] = useQueryDraft(filters.query, (text) => change({ query: text }));
  const found = useSubscriptionSearch(collection, records, { query, sort: filters.sort, now });
  const rowActions = useRowActions(filters);
  const columns = useMemo(() => subscriptionColumns(localZone(), now), [now]);
  return (
    <CollectionTable
      {...DELIVERIES}
      label={view === "bin" ? "Deleted deliveries" : "Deliveries"}
      searchLabel="Search deliveries"
      placeholder="Search, or narrow down: to:ana is:overdue next:today..+7d"
      memory={WIDTHS_KEY}
      state={state}
      steering={collection}
      failure={failure}
      linkTo={paths.subscriptions}
      now={now}
      address={filters}
      onAddress={change}
      query={query}
      onQuery={setQuery}
      found={found}
      columns={columns}
      lead={LEAD}
      usual={USUAL_COLUMNS}
      arrange={<Arrange filters={filters} columns={columns} onChange={change} />}
      below={
        view === "active" && (
          <div className={classes.health} data-no-print>
            {found.search !== null && (
              <Suspense fallback={null}>
                <HealthLine records={records} isWhole={state.phase === "complete"} now={now} />
              </Suspense>
            )}
          </div>
        )
      }
      rowId={idOf}
      rowLabel={(record) => titleOf(record).text}
      rowHref={(record) => paths.subscription(projectId, record.id)}
      rowActions={rowActions}
      rowTone={(record) => (record.deleted || stateOf(record, now).state === "ended" ? "muted" : undefined)}
      renderEmpty={({ isFiltered, clear }) => (
        <NoRows view={view} state={state} isFiltered={isFiltered} onClear={clear} />
      )}
      renderSelection={({ rows, selection, selected, setSelection }, askForDownload) => (
        <Selection
          view={view}
          selection={selection}
          selected={selected}
          rows={rows}
          onChange={setSelection}
          onDownload={askForDownload}
        />
      )}
      renderDownload={({ rows, selected, columns: shown }, close) => (
        <Download
          view={view}
          shown={rows}
          selected={selected}
          state={state}
          columns={shown}
          now={now}
          onClose={close}
        />
      )}
    />
  );
}
