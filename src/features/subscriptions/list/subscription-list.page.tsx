import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useMemo } from "react";
import { Outlet, useLocation, useNavigate } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { useMissingScopeMessage } from "@/data/client/use-connection-status";
import { useCollection } from "@/data/collection/use-collection";
import { useProjectError } from "@/data/projects/project-error";
import { subscriptionCollection } from "@/data/subscriptions/subscription-collections";
import {
  formatSubscriptionListFilters,
  parseSubscriptionListFilters,
} from "@/features/subscriptions/model/subscription-filters";
import { useRememberSubscriptionList } from "@/features/subscriptions/model/subscription-list-url";
import { SUBSCRIPTION_WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
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
  const queryClient = useQueryClient();
  const { pathname, search } = useLocation();
  const filters = useMemo(() => parseSubscriptionListFilters(new URLSearchParams(search)), [search]);
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  useRememberSubscriptionList(filters, pathname === paths.subscriptions(api.projectId));
  const collection = subscriptionCollection(queryClient, api, filters.view);
  const state = useCollection(collection);
  const failure = useProjectError(state.error);
  const isClosed = state.records.length === 0 && failure !== null && failure.otherProjects !== null;
  const isTrash = filters.view === "bin";

  return (
    <Page
      title={isTrash ? "Bin" : "Subscriptions"}
      documentTitle={isTrash ? "Bin · Subscriptions" : "Subscriptions"}
      description={
        isTrash
          ? "Deleted deliveries. They send nothing, and can be restored."
          : "Dashboards and insights that are delivered on a schedule."
      }
      actions={
        isClosed ? undefined : (
          <>
            <LinkButton
              // The form over this very page of the list: it stays behind the drawer.
              to={`${paths.newSubscription(api.projectId)}${formatSubscriptionListFilters(filters)}`}
              leftSection={<PlusIcon />}
              rightSection={<KeyHint keys="c" />}
              disabledReason={refusal}
            >
              New delivery
            </LinkButton>
            <SubscriptionListMenu projectId={api.projectId} />
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
function SubscriptionListMenu({ projectId }: { readonly projectId: string }) {
  const navigate = useNavigate();
  const openImport = () => void navigate(paths.importSubscriptions(projectId));
  const actions = [
    { id: "apply", label: "Apply an edited file", icon: <UploadIcon />, onSelect: openImport },
  ];
  return <ActionMenu label="More" actions={() => actions} />;
}
