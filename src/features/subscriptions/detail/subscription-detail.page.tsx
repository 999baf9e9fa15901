import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense } from "react";
import { useOutlet, useParams } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { useProjectFailure } from "@/data/projects/project-error";
import { findLoaded } from "@/data/subscriptions/subscription-collections";
import { subscriptionQueries } from "@/data/subscriptions/subscriptions";
import { PLAIN_LIST, readId, writeListFilters } from "@/features/subscriptions/model/subscription-filters";
import { useListPlace } from "@/features/subscriptions/model/subscription-list-url";
import { titleOf } from "@/features/subscriptions/model/subscription-rules";
import { paths } from "@/lib/url/paths";
import { RefreshFailed } from "@/ui/collection-table/collection-notices";
import { ProjectFailed } from "@/ui/feedback/project-error";
import { ErrorState } from "@/ui/feedback/states";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { SubscriptionActions } from "./subscription-actions";
import { SubscriptionFacts } from "./subscription-facts";
import { SubscriptionSkeleton } from "./subscription-skeleton";

/** Everything about one delivery. */
export function SubscriptionDetailPage() {
  const api = useApi();
  const id = readId(useParams().id);
  const drawer = useOutlet();
  const queries = useQueryClient();
  const query = useQuery({
    ...subscriptionQueries.detail(api, id ?? 0),
    enabled: id !== null,
    // What the list already served stands at once, and is confirmed behind.
    placeholderData: () => findLoaded(queries, api, id ?? 0),
  });
  const { data: record } = query;
  const failure = useProjectFailure(query.error);
  const retry = () => void query.refetch();
  const place = useListPlace() ?? { ...PLAIN_LIST, view: record?.deleted ? "bin" : "active" };
  const list = `${paths.subscriptions(api.projectId)}${writeListFilters(place)}`;

  const title = record ? titleOf(record).text : id === null ? "Not found" : `Delivery ${id}`;

  return (
    <Page
      title={title}
      documentTitle={drawer && record ? `Edit “${title}”` : title}
      breadcrumbs={[{ label: place.view === "bin" ? "Bin" : "Subscriptions", to: list }]}
      actions={record && <SubscriptionActions record={record} />}
    >
      {id === null && <NoSuchDelivery list={list} />}
      {failure && !record && (
        <ProjectFailed
          failure={failure}
          onRetry={retry}
          linkTo={paths.subscriptions}
          actions={<BackToList list={list} />}
        />
      )}
      {failure && record && <RefreshFailed problem={failure.problem} onRetry={retry} />}
      {id !== null && query.isPending && <SubscriptionSkeleton />}
      {record && <SubscriptionFacts record={record} isRefetching={query.isFetching} />}
      <Suspense fallback={null}>{drawer}</Suspense>
    </Page>
  );
}

function BackToList({ list }: { readonly list: string }) {
  return (
    <LinkButton variant="default" to={list}>
      All deliveries
    </LinkButton>
  );
}

function NoSuchDelivery({ list }: { readonly list: string }) {
  return (
    <ErrorState
      problem={{
        title: "There is no such delivery",
        detail: "Its number in the address is not one.",
        canRetry: false,
      }}
      actions={<BackToList list={list} />}
    />
  );
}
