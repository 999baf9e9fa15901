import { useQueryClient } from "@tanstack/react-query";
import { useLoadSourceNames } from "@/data/catalog/source-names";
import { useApi } from "@/data/client/api-context";
import { useCollection } from "@/data/collection/use-collection";
import { useProjectError } from "@/data/projects/project-error";
import { subscriptionCollection } from "@/data/subscriptions/subscription-collections";
import { useRecipientNames } from "@/features/subscriptions/model/recipient-names";
import { SUBSCRIPTION_NOUN } from "@/features/subscriptions/model/subscription-labels";
import { EmptySubscriptionList } from "@/features/subscriptions/model/subscription-list-empty";
import { paths } from "@/lib/url/paths";
import { CollectionFrame, isFirstLoad } from "@/ui/collection-table/collection-frame";
import { SkeletonLines } from "@/ui/feedback/states";
import { useNow } from "@/ui/hooks/use-now";
import { HelpLink } from "@/ui/page/help-link";
import { Page } from "@/ui/page/page";
import { RecipientNamesContext } from "./finding-row";
import { FindingsView } from "./findings-view";

export function HealthPage() {
  return (
    <Page
      title="Health"
      description={
        <>
          Subscriptions that need attention, and how to fix them.{" "}
          <HelpLink page="subscriptions" section="health" topic="health" />
        </>
      }
    >
      <HealthContent />
    </Page>
  );
}

function HealthContent() {
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
          <FindingsView records={records} isComplete={phase === "complete"} now={now} />
        </RecipientNamesContext>
      )}
    </CollectionFrame>
  );
}
