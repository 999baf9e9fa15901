import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useMemo } from "react";
import { Outlet, useLocation, useNavigate } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { useScopeRefusal } from "@/data/client/use-connection-status";
import { useCollection } from "@/data/collection/use-collection";
import { useProjectFailure } from "@/data/projects/project-error";
import { subscriptionCollection } from "@/data/subscriptions/subscription-collections";
import { readListFilters, writeListFilters } from "@/features/subscriptions/model/subscription-filters";
import { useKeepListPlace } from "@/features/subscriptions/model/subscription-list-url";
import { WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import { paths } from "@/lib/url/paths";
import { ActionMenu } from "@/ui/overlay/action-menu";
import { Page } from "@/ui/page/page";
import { KeyHint } from "@/ui/primitives/kbd";
import { LinkButton } from "@/ui/primitives/link-button";
import { PlusIcon, UploadIcon } from "@/ui/theme/icons";
import { SubscriptionViews } from "./subscription-list-views";
import { SubscriptionTable } from "./subscription-table";

/** All deliveries of a project, and the bin. */
export function SubscriptionListPage() {
  const api = useApi();
  const queries = useQueryClient();
  const { pathname, search } = useLocation();
  const filters = useMemo(() => readListFilters(new URLSearchParams(search)), [search]);
  const refusal = useScopeRefusal(WRITE_SCOPE);
  useKeepListPlace(filters, pathname === paths.subscriptions(api.projectId));
  const collection = subscriptionCollection(queries, api, filters.view);
  const state = useCollection(collection);
  const failure = useProjectFailure(state.error);
  const isClosed = state.records.length === 0 && failure !== null && failure.others !== null;
  const isBin = filters.view === "bin";

  return (
    <Page
      title={isBin ? "Bin" : "Subscriptions"}
      documentTitle={isBin ? "Bin · Subscriptions" : "Subscriptions"}
      description={
        isBin
          ? "Deleted deliveries. They send nothing, and can be restored."
          : "Dashboards and insights that are delivered on a schedule."
      }
      actions={
        isClosed ? undefined : (
          <>
            <LinkButton
              // The form over this very page of the list: it stays behind the drawer.
              to={`${paths.newSubscription(api.projectId)}${writeListFilters(filters)}`}
              leftSection={<PlusIcon />}
              rightSection={<KeyHint keys="c" />}
              disabledReason={refusal}
            >
              New delivery
            </LinkButton>
            <ListMenu projectId={api.projectId} />
          </>
        )
      }
    >
      {!isClosed && <SubscriptionViews view={filters.view} />}
      {/* Each list has a search of its own. */}
      <SubscriptionTable
        key={filters.view}
        filters={filters}
        collection={collection}
        state={state}
        failure={failure}
      />
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    </Page>
  );
}

/** What is seldom done to the list as a whole. */
function ListMenu({ projectId }: { readonly projectId: string }) {
  const navigate = useNavigate();
  const apply = () => void navigate(paths.applySubscriptions(projectId));
  const actions = [{ id: "apply", label: "Apply an edited file", icon: <UploadIcon />, onSelect: apply }];
  return <ActionMenu label="More" actions={() => actions} />;
}
