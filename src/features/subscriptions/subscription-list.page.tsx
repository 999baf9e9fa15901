import { useQuery } from "@tanstack/react-query";
import { Suspense, useMemo } from "react";
import { Outlet, useLocation, useNavigate } from "react-router-dom";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/api-context";
import { useScopeRefusal } from "@/data/signals";
import { subscriptionQueries } from "@/data/subscriptions";
import { describeError, rawAnswerOf } from "@/http/describe-error";
import { localZone } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { DataTable } from "@/ui/data-table";
import { PlusIcon } from "@/ui/icons";
import { LinkButton } from "@/ui/link-button";
import { Page } from "@/ui/page";
import { Pager } from "@/ui/pager";
import { ErrorState } from "@/ui/states";
import { BrokenRecords } from "./broken-records";
import { isProjectClosed, OtherProjects } from "./closed-project";
import { useKeepListPlace } from "./list-place";
import { RefreshFailed } from "./refresh-failed";
import { subscriptionColumns } from "./subscription-columns";
import {
  type ListFilters,
  PAGE_SIZE,
  readListFilters,
  toListQuery,
  writeListFilters,
} from "./subscription-filters";
import { EmptyList } from "./subscription-list-empty";
import { SubscriptionViews } from "./subscription-list-views";
import { stateOf, titleOf, WRITE_SCOPE } from "./subscription-rules";
import { useFocusAfterRemoval } from "./use-focus-after-removal";
import { useNow } from "./use-now";
import { useRowActions } from "./use-row-actions";

/** All deliveries of a project, fifty at a time, and the bin. */
export function SubscriptionListPage() {
  const api = useApi();
  const { search } = useLocation();
  const filters = useMemo(() => readListFilters(new URLSearchParams(search)), [search]);
  const refusal = useScopeRefusal(WRITE_SCOPE);
  useKeepListPlace(filters);
  // Not enabled: the table asks, this only looks at the answer.
  const { data, error } = useQuery({
    ...subscriptionQueries.list(api, toListQuery(filters)),
    enabled: false,
  });
  const isClosed = data === undefined && isProjectClosed(error);

  return (
    <Page
      title={filters.view === "bin" ? "Bin" : "Subscriptions"}
      documentTitle={filters.view === "bin" ? "Bin · Subscriptions" : "Subscriptions"}
      description={
        filters.view === "bin"
          ? "Deleted deliveries. They send nothing, and can be restored."
          : "Dashboards and insights that are delivered on a schedule."
      }
      actions={
        isClosed ? undefined : (
          <LinkButton
            to={newHref(api.projectId, filters)}
            leftSection={<PlusIcon />}
            disabledReason={refusal}
          >
            New delivery
          </LinkButton>
        )
      }
    >
      {!isClosed && <SubscriptionViews filters={filters} />}
      <SubscriptionTable filters={filters} />
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    </Page>
  );
}

/** The form over this very page of the list: it stays behind the drawer. */
function newHref(projectId: string, filters: ListFilters): string {
  return `${paths.newSubscription(projectId)}${writeListFilters(filters)}`;
}

function SubscriptionTable({ filters }: { readonly filters: ListFilters }) {
  const api = useApi();
  const navigate = useNavigate();
  const now = useNow();
  const query = useQuery(subscriptionQueries.list(api, toListQuery(filters)));
  const rows = query.data?.results ?? NO_ROWS;
  const focus = useFocusAfterRemoval(rows);
  const rowActions = useRowActions(filters, focus.expectRemoval);
  const columns = useMemo(() => subscriptionColumns(localZone(), now), [now]);
  const { data, error } = query;

  if (error && !data) {
    return (
      <ErrorState
        problem={describeError(error)}
        onRetry={() => void query.refetch()}
        raw={rawAnswerOf(error)}
        actions={isProjectClosed(error) ? <OtherProjects /> : undefined}
      />
    );
  }
  return (
    <div ref={focus.box}>
      {error && <RefreshFailed error={error} onRetry={() => void query.refetch()} />}
      {data && <BrokenRecords broken={data.broken} />}
      <DataTable
        label={filters.view === "bin" ? "Deleted deliveries" : "Deliveries"}
        columns={columns}
        rows={rows}
        rowId={(record) => record.id}
        rowLabel={(record) => titleOf(record).text}
        rowHref={(record) => paths.subscription(api.projectId, record.id)}
        rowActions={rowActions}
        rowTone={(record) => (record.deleted || stateOf(record, now).state === "ended" ? "muted" : undefined)}
        totalCount={data?.count ?? 0}
        firstIndex={(filters.page - 1) * PAGE_SIZE}
        loading={query.isPending}
        refetching={query.isFetching && !query.isPending}
        empty={
          <EmptyList filters={filters} count={data?.count ?? 0} brokenCount={data?.broken.length ?? 0} />
        }
      />
      <Pager
        label="Pages of deliveries"
        page={filters.page}
        pageSize={PAGE_SIZE}
        total={data?.count ?? 0}
        onPage={(page) =>
          navigate(`${paths.subscriptions(api.projectId)}${writeListFilters({ ...filters, page })}`)
        }
      />
    </div>
  );
}

const NO_ROWS: readonly Subscription[] = [];
