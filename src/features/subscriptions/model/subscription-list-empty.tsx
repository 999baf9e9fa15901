import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import { useMissingScopeMessage } from "@/data/client/use-connection-status";
import type { CollectionState } from "@/data/collection/collection";
import type { SubscriptionView } from "@/data/subscriptions/subscription-collections";
import { paths } from "@/lib/url/paths";
import { AllRecordsInvalid, NoResults } from "@/ui/collection-table/no-results";
import { EmptyState } from "@/ui/feedback/states";
import { LinkButton } from "@/ui/primitives/link-button";
import { MailIcon, PlusIcon, TrashIcon } from "@/ui/theme/icons";
import { SUBSCRIPTION_NOUN } from "./subscription-labels";
import { SUBSCRIPTION_WRITE_SCOPE } from "./subscription-rules";

interface EmptySubscriptionListProps {
  readonly view: SubscriptionView;
  /** What the page would show of deliveries, a sentence; by default what a delivery is. */
  readonly purpose?: string;
  readonly invalidCount: number;
}

const SUBSCRIPTION_EXPLANATION =
  "A delivery sends a dashboard or an insight to people or a channel, as often as you choose: the weekly figures every Monday at nine, say. You see the next dates before you save.";

/** Why there are no rows, and the way on. */
export function EmptySubscriptionList({
  view,
  purpose = SUBSCRIPTION_EXPLANATION,
  invalidCount,
}: EmptySubscriptionListProps) {
  const { projectId } = useApi();
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  if (invalidCount > 0) return <AllRecordsInvalid pluralNoun="deliveries" />;
  if (view === "bin") {
    return (
      <EmptyState
        icon={<TrashIcon size={24} />}
        title="The bin is empty"
        detail="A delivery that you delete goes here: it sends nothing more, and can be restored at any time. Nothing is removed for good."
        action={
          <LinkButton variant="default" to={paths.subscriptions(projectId)}>
            Go to the deliveries
          </LinkButton>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<MailIcon size={24} />}
      title="No deliveries yet"
      detail={purpose}
      action={
        <LinkButton to={paths.newSubscription(projectId)} leftSection={<PlusIcon />} disabledReason={refusal}>
          Schedule a delivery
        </LinkButton>
      }
    />
  );
}

/** What the list knows when it shows no rows. */
export interface SubscriptionListEmptyProps extends Partial<Pick<EmptySubscriptionListProps, "purpose">> {
  readonly view: SubscriptionView;
  readonly state: CollectionState<Subscription>;
  /** Whether a search hides them. */
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

/** Why a list shows no rows: there are none, or the search finds none. */
export function SubscriptionListEmpty({
  view,
  state,
  isFiltered,
  onClear,
  ...emptyListProps
}: SubscriptionListEmptyProps) {
  const { records, broken: invalidRecords, phase } = state;
  if (!isFiltered)
    return <EmptySubscriptionList {...emptyListProps} view={view} invalidCount={invalidRecords.length} />;
  return (
    <NoResults
      {...SUBSCRIPTION_NOUN}
      count={records.length}
      isFullyLoaded={phase === "complete"}
      onClear={onClear}
    />
  );
}
