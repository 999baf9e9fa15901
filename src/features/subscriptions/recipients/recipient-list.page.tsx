import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { useOwnDomains } from "@/data/browser-storage/project-settings";
import { useLoadSourceNames } from "@/data/catalog/source-names";
import { useApi } from "@/data/client/api-context";
import { useCollection } from "@/data/collection/use-collection";
import { subscriptionCollection } from "@/data/subscriptions/subscription-collections";
import { getGroupCoverage } from "@/features/subscriptions/groups/group-coverage";
import type { GroupFilters } from "@/features/subscriptions/groups/group-filters";
import {
  formatRecipientFilters,
  parseRecipientFilters,
} from "@/features/subscriptions/recipients/model/recipient-filters";
import { useRecipients } from "@/features/subscriptions/recipients/model/use-recipients";
import { paths } from "@/lib/url/paths";
import { useCloseDrawer } from "@/ui/form/use-close-drawer";
import { useEditSearchParams } from "@/ui/hooks/use-edit-search-params";
import { useNow } from "@/ui/hooks/use-now";
import { lazyOverlay } from "@/ui/overlay/lazy-overlay";
import { Page } from "@/ui/page/page";
import shared from "@/ui/theme/shared.module.css";
import { RecipientTable } from "./recipient-table";
import { type RecipientTask, RecipientTaskDialog } from "./recipient-task";
import classes from "./recipients.module.css";

const RecipientDrawer = lazyOverlay(() => import("./recipient-drawer"), "RecipientDrawer");
const OwnDomainsDrawer = lazyOverlay(() => import("./own-domains-drawer"), "OwnDomainsDrawer");

export function RecipientListPage() {
  const api = useApi();
  const queryClient = useQueryClient();
  const now = useNow();
  const { search } = useLocation();
  const filters = useMemo(() => parseRecipientFilters(new URLSearchParams(search)), [search]);
  const collection = subscriptionCollection(queryClient, api, "active");
  const state = useCollection(collection);
  useLoadSourceNames(state.records);
  const { rows, indexedCount, isBusy } = useRecipients(collection, state.records, now);
  const coverage = getGroupCoverage(state, indexedCount);
  const ownDomains = useOwnDomains(api);
  const [isChoosingDomains, setIsChoosingDomains] = useState(false);
  const [task, setTask] = useState<RecipientTask | null>(null);
  const domainsButtonRef = useRef<HTMLButtonElement>(null);
  const closeDrawer = useCloseDrawer(recipientListUrl(api.projectId, { ...filters, open: null }));
  const hasDomains = rows.some(({ domain }) => domain !== null);

  const editAddress = useEditSearchParams(paths.recipients(api.projectId));
  const updateFilters = (changes: Partial<GroupFilters>) =>
    editAddress((params) => formatRecipientFilters({ ...parseRecipientFilters(params), ...changes }));

  function closeDomains() {
    setIsChoosingDomains(false);
    // The focused button may have been removed with its notice, so focus moves to the button in the header.
    domainsButtonRef.current?.focus({ preventScroll: true });
  }

  return (
    <Page
      title="Recipients"
      actions={
        hasDomains && (
          <Button ref={domainsButtonRef} variant="default" onClick={() => setIsChoosingDomains(true)}>
            Your domains…
          </Button>
        )
      }
    >
      <RecipientTable
        filters={filters}
        onFiltersChange={updateFilters}
        collection={collection}
        state={state}
        recipients={rows}
        isBusy={isBusy}
        ownDomains={ownDomains.domains}
        now={now}
        onStartTask={setTask}
        findings={
          hasDomains &&
          ownDomains.domains.length === 0 && (
            <button
              type="button"
              className={`${shared.textButton} ${classes.suggestion}`}
              onClick={() => setIsChoosingDomains(true)}
            >
              Add your domains to mark external recipients
            </button>
          )
        }
        onChooseDomains={() => setIsChoosingDomains(true)}
      />
      {filters.open !== null && task === null && (
        <RecipientDrawer
          recipientKey={filters.open}
          recipients={rows}
          isLoading={isBusy || state.phase === "idle" || state.phase === "first"}
          coverage={coverage}
          ownDomains={ownDomains.domains}
          now={now}
          onStartTask={setTask}
          onClose={closeDrawer.goBack}
        />
      )}
      {isChoosingDomains && (
        <OwnDomainsDrawer ownDomains={ownDomains} recipients={rows} onClose={closeDomains} />
      )}
      {task && <RecipientTaskDialog task={task} coverage={coverage} onClose={() => setTask(null)} />}
    </Page>
  );
}

function recipientListUrl(projectId: string, filters: GroupFilters): string {
  return `${paths.recipients(projectId)}${formatRecipientFilters(filters)}`;
}
