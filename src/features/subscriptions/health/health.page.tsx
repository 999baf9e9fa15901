import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "react-router-dom";
import { useLoadSourceNames } from "@/data/catalog/source-names";
import { useApi } from "@/data/client/api-context";
import { useCollection } from "@/data/collection/use-collection";
import { useProjectError } from "@/data/projects/project-error";
import { subscriptionCollection } from "@/data/subscriptions/subscription-collections";
import { useRecipientNames } from "@/features/subscriptions/model/recipient-names";
import { SUBSCRIPTION_NOUN } from "@/features/subscriptions/model/subscription-labels";
import { EmptySubscriptionList } from "@/features/subscriptions/model/subscription-list-empty";
import { paths } from "@/lib/url/paths";
import { readChoiceParam } from "@/lib/url/url-state";
import { CollectionFrame, isFirstLoad } from "@/ui/collection-table/collection-frame";
import { SkeletonLines } from "@/ui/feedback/states";
import { useNow } from "@/ui/hooks/use-now";
import { HelpLink } from "@/ui/page/help-link";
import { Page } from "@/ui/page/page";
import { ViewLinks } from "@/ui/saved-views/view-links";
import { RecipientNamesContext } from "./finding-row";
import { FindingsView } from "./findings-view";
import { TimeChangeView } from "./time-change-view";

const HEALTH_VIEWS = ["findings", "time-changes"] as const;
const VIEW_LABELS = { findings: "Findings", "time-changes": "Time changes" };

export function HealthPage() {
  const { projectId } = useApi();
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  const isFormerLink = params.get("view") === "clock";
  const view = isFormerLink ? "time-changes" : readChoiceParam(params, "view", HEALTH_VIEWS, "findings");
  return (
    <Page
      title="Health"
      documentTitle={view === "time-changes" ? "Time changes · Health" : "Health"}
      description={
        view === "time-changes" ? (
          <>
            Schedules are stored in UTC, so local times shift when the clocks change.{" "}
            <HelpLink page="time-changes" topic="time changes" />
          </>
        ) : (
          <>
            Subscriptions that need attention, and how to fix them.{" "}
            <HelpLink page="subscriptions" section="health" topic="health" />
          </>
        )
      }
    >
      <ViewLinks
        current={view}
        views={HEALTH_VIEWS.map((each) => ({
          view: each,
          label: VIEW_LABELS[each],
          to: paths.health(projectId, each === "time-changes" ? each : undefined),
        }))}
      />
      <HealthContent view={view} />
    </Page>
  );
}

function HealthContent({ view }: { readonly view: (typeof HEALTH_VIEWS)[number] }) {
  const api = useApi();
  const now = useNow();
  const collection = subscriptionCollection(useQueryClient(), api, "active");
  const state = useCollection(collection);
  useLoadSourceNames(state.records);
  const failure = useProjectError(state.error);
  const { records, broken: invalidRecords, phase } = state;
  const recipientNames = useRecipientNames(records);
  const isInitialLoad = isFirstLoad(state);
  return (
    <CollectionFrame
      {...SUBSCRIPTION_NOUN}
      state={state}
      controls={collection}
      loadError={failure}
      linkTo={paths.health}
      now={now}
      isEmpty={records.length === 0}
    >
      {isInitialLoad ? (
        <SkeletonLines count={6} />
      ) : records.length === 0 ? (
        <EmptySubscriptionList
          view="active"
          purpose="Health finds subscriptions that are overdue, ending, or duplicated, or that never deliver."
          invalidCount={invalidRecords.length}
        />
      ) : (
        <RecipientNamesContext value={recipientNames}>
          {view === "time-changes" ? (
            <TimeChangeView records={records} now={now} />
          ) : (
            <FindingsView records={records} isComplete={phase === "complete"} now={now} />
          )}
        </RecipientNamesContext>
      )}
    </CollectionFrame>
  );
}
