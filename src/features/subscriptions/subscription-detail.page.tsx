import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense } from "react";
import { useOutlet, useParams } from "react-router-dom";
import { useApi } from "@/data/api-context";
import { useProjectFailure } from "@/data/project-failure";
import { findLoaded } from "@/data/subscription-collections";
import { subscriptionQueries } from "@/data/subscriptions";
import { paths } from "@/lib/paths";
import { RefreshFailed } from "@/ui/collection-notices";
import { LinkButton } from "@/ui/link-button";
import { Page } from "@/ui/page";
import { ProjectFailed } from "@/ui/project-failed";
import { ErrorState } from "@/ui/states";
import { useListPlace } from "./list-place";
import { SubscriptionActions } from "./subscription-actions";
import { SubscriptionFacts } from "./subscription-facts";
import { PLAIN_LIST, readId, writeListFilters } from "./subscription-filters";
import { titleOf } from "./subscription-rules";
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
