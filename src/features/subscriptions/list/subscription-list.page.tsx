import { Suspense, useMemo, useState } from "react";
import { Outlet, useLocation, useNavigate } from "react-router-dom";
import { useApi, useMissingScopeMessage } from "@/data/backend/backend";
import { useCollection } from "@/data/collection/use-collection";
import { useProjectError } from "@/data/projects/projects";
import { subscriptionCollection } from "@/data/subscriptions/subscriptions";
import {
  formatSubscriptionListFilters,
  parseSubscriptionListFilters,
  useRememberSubscriptionList,
} from "@/features/subscriptions/model/subscription-filters";
import { SUBSCRIPTION_WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import { paths } from "@/lib/url/paths";
import type { MatchCounts } from "@/ui/collection-table/collection-search";
import { ActionMenu } from "@/ui/overlay/action-menu";
import { Page } from "@/ui/page/page";
import { KeyHint, LinkButton } from "@/ui/primitives/link-button";
import { PlusIcon, UploadIcon } from "@/ui/theme/icons";
import { SubscriptionTable } from "./subscription-table";

export function SubscriptionListPage() {
  const api = useApi();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const filters = useMemo(() => parseSubscriptionListFilters(new URLSearchParams(search)), [search]);
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  useRememberSubscriptionList(filters, pathname === paths.subscriptions(api.projectId));
  const collection = subscriptionCollection(api, filters.view);
  const state = useCollection(collection);
  const failure = useProjectError(state.error);
  const isClosed = state.records.length === 0 && failure !== null && failure.otherProjects !== null;
  const isTrash = filters.view === "trash";
  const importAction = {
    id: "import",
    label: "Import changes from file",
    icon: <UploadIcon />,
    onSelect: () => void navigate(paths.importSubscriptions(api.projectId)),
  };
  // Here, because the table of Trash can't count the other subscriptions.
  const [counts, setCounts] = useState<MatchCounts>({});

  return (
    <Page
      title={isTrash ? "Trash" : "Subscriptions"}
      documentTitle={isTrash ? "Trash · Subscriptions" : "Subscriptions"}
      actions={
        isClosed ? undefined : (
          <>
            <LinkButton
              variant="filled"
              // The URL includes the list's filters, because the list stays visible behind the drawer.
              to={`${paths.newSubscription(api.projectId)}${formatSubscriptionListFilters(filters)}`}
              leftSection={<PlusIcon />}
              rightSection={<KeyHint keys="c" />}
              disabledReason={refusal}
            >
              <span>
                New <span data-object>subscription</span>
              </span>
            </LinkButton>
            <ActionMenu label="More" actions={() => [importAction]} />
          </>
        )
      }
    >
      {/* The key resets the search when the view changes. */}
      <SubscriptionTable
        key={filters.view}
        filters={filters}
        collection={collection}
        state={state}
        failure={failure}
        counts={counts}
        onCounts={setCounts}
      />
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    </Page>
  );
}
