import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLocation } from "react-router-dom";
import { useLoadSourceNames } from "@/data/catalog/source-names";
import { useApi } from "@/data/client/api-context";
import { useCollection } from "@/data/collection/use-collection";
import { subscriptionCollection } from "@/data/subscriptions/subscription-collections";
import { getGroupCoverage } from "@/features/subscriptions/groups/group-coverage";
import type { GroupFilters } from "@/features/subscriptions/groups/group-filters";
import { paths } from "@/lib/url/paths";
import { useCloseDrawer } from "@/ui/form/use-close-drawer";
import { useEditSearchParams } from "@/ui/hooks/use-edit-search-params";
import { useNow } from "@/ui/hooks/use-now";
import { lazyOverlay } from "@/ui/overlay/lazy-overlay";
import { Page } from "@/ui/page/page";
import { formatSourceFilters, parseSourceFilters } from "./source-filters";
import { useSources } from "./source-index";
import { SourceTable } from "./source-table";

const SourceDrawer = lazyOverlay(() => import("./source-drawer"), "SourceDrawer");

export function SourceListPage() {
  const api = useApi();
  const queryClient = useQueryClient();
  const now = useNow();
  const { search } = useLocation();
  const filters = useMemo(() => parseSourceFilters(new URLSearchParams(search)), [search]);
  const collection = subscriptionCollection(queryClient, api, "active");
  const state = useCollection(collection);
  useLoadSourceNames(state.records);
  const { rows, indexedCount, isBusy } = useSources(collection, state.records, now);
  const coverage = getGroupCoverage(state, indexedCount);
  const path = paths.sources(api.projectId);
  const closeDrawer = useCloseDrawer(`${path}${formatSourceFilters({ ...filters, open: null })}`);
  const editAddress = useEditSearchParams(path);
  const updateFilters = (changes: Partial<GroupFilters>) =>
    editAddress((params) => formatSourceFilters({ ...parseSourceFilters(params), ...changes }));
  return (
    <Page title="Sources">
      <SourceTable
        filters={filters}
        onFiltersChange={updateFilters}
        collection={collection}
        state={state}
        sources={rows}
        isBusy={isBusy}
        coverage={coverage}
        now={now}
      />
      {filters.open !== null && (
        <SourceDrawer
          sourceKey={filters.open}
          sources={rows}
          isLoading={isBusy || state.phase === "idle" || state.phase === "first"}
          coverage={coverage}
          now={now}
          onClose={closeDrawer.goBack}
        />
      )}
    </Page>
  );
}
