import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useMemo, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { useOwnDomains } from "@/data/browser-storage/own-domains";
import { useApi } from "@/data/client/api-context";
import { useCollection } from "@/data/collection/use-collection";
import { subscriptionCollection } from "@/data/subscriptions/subscription-collections";
import {
  type RecipientFilters,
  readRecipientFilters,
  writeRecipientFilters,
} from "@/features/subscriptions/recipients/model/recipient-filters";
import { useRecipients } from "@/features/subscriptions/recipients/model/use-recipients";
import { paths } from "@/lib/url/paths";
import { Notice } from "@/ui/feedback/states";
import { useLeave } from "@/ui/form/use-close-drawer";
import { lazyPage } from "@/ui/hooks/lazy-page";
import { useAddressEdit } from "@/ui/hooks/use-edit-search-params";
import { useNow } from "@/ui/hooks/use-now";
import { Page } from "@/ui/page/page";
import { reachOf } from "./recipient-coverage";
import { RecipientTable } from "./recipient-table";
import { type RecipientTask, RecipientTaskDialog } from "./recipient-task";
import classes from "./recipients.module.css";

const { Component: RecipientDrawer } = lazyPage(() => import("./recipient-drawer"), "RecipientDrawer");
const { Component: OwnDomainsDrawer } = lazyPage(() => import("./own-domains-drawer"), "OwnDomainsDrawer");

/** Everybody and everything that the deliveries of a project go to. */
export function RecipientListPage() {
  const api = useApi();
  const queries = useQueryClient();
  const now = useNow();
  const { search } = useLocation();
  const filters = useMemo(() => readRecipientFilters(new URLSearchParams(search)), [search]);
  const collection = subscriptionCollection(queries, api, "active");
  const state = useCollection(collection);
  const { rows, looked, isBusy } = useRecipients(collection, state.records, now);
  const reach = reachOf(state, looked);
  const own = useOwnDomains(api);
  const [isChoosing, setIsChoosing] = useState(false);
  const [task, setTask] = useState<RecipientTask | null>(null);
  const ownButton = useRef<HTMLButtonElement>(null);
  const leave = useLeave(addressOf(api.projectId, { ...filters, open: null }));
  const hasDomains = rows.some(({ domain }) => domain !== null);

  const editAddress = useAddressEdit(paths.recipients(api.projectId));
  const change = (part: Partial<RecipientFilters>) =>
    editAddress((params) => writeRecipientFilters({ ...readRecipientFilters(params), ...part }));

  function endChoosing() {
    setIsChoosing(false);
    // The notice that may have been pressed is gone once there is a choice.
    ownButton.current?.focus({ preventScroll: true });
  }

  return (
    <Page
      title="Recipients"
      description="Who gets what: every address, channel and URL that deliveries go to."
      actions={
        hasDomains && (
          <Button ref={ownButton} variant="default" onClick={() => setIsChoosing(true)}>
            Own domains…
          </Button>
        )
      }
    >
      {hasDomains && own.domains.length === 0 && (
        <div className={classes.offer}>
          <Notice
            tone="info"
            action={
              <Button variant="default" size="compact-sm" onClick={() => setIsChoosing(true)}>
                Choose own domains
              </Button>
            }
          >
            Say which domains are your own, and recipients elsewhere are marked.
          </Notice>
        </div>
      )}
      <RecipientTable
        filters={filters}
        onChange={change}
        collection={collection}
        state={state}
        recipients={rows}
        isBusy={isBusy}
        own={own.domains}
        now={now}
        onTask={setTask}
        onChooseDomains={() => setIsChoosing(true)}
      />
      <Suspense fallback={null}>
        {filters.open !== null && task === null && (
          <RecipientDrawer
            recipientKey={filters.open}
            recipients={rows}
            isLoading={isBusy || state.phase === "idle" || state.phase === "first"}
            reach={reach}
            own={own.domains}
            now={now}
            onTask={setTask}
            onClose={leave.back}
          />
        )}
        {isChoosing && <OwnDomainsDrawer own={own} recipients={rows} onClose={endChoosing} />}
      </Suspense>
      {task && <RecipientTaskDialog task={task} reach={reach} onClose={() => setTask(null)} />}
    </Page>
  );
}

function addressOf(projectId: string, filters: RecipientFilters): string {
  return `${paths.recipients(projectId)}${writeRecipientFilters(filters)}`;
}
