import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import { useScopeRefusal } from "@/data/client/use-connection-status";
import type { CollectionState } from "@/data/collection/collection";
import type { SubscriptionView } from "@/data/subscriptions/subscription-collections";
import { paths } from "@/lib/url/paths";
import { NoneReadable, NothingFound } from "@/ui/collection-table/no-results";
import { EmptyState } from "@/ui/feedback/states";
import { LinkButton } from "@/ui/primitives/link-button";
import { MailIcon, PlusIcon, TrashIcon } from "@/ui/theme/icons";
import { DELIVERIES } from "./subscription-labels";
import { WRITE_SCOPE } from "./subscription-rules";

interface EmptyListProps {
  readonly view: SubscriptionView;
  /** What the page would show of deliveries, a sentence; by default what a delivery is. */
  readonly purpose?: string;
  readonly brokenCount: number;
}

const DELIVERY =
  "A delivery sends a dashboard or an insight to people or a channel, as often as you choose: the weekly figures every Monday at nine, say. You see the next dates before you save.";

/** Why there are no rows, and the way on. */
export function EmptyList({ view, purpose = DELIVERY, brokenCount }: EmptyListProps) {
  const { projectId } = useApi();
  const refusal = useScopeRefusal(WRITE_SCOPE);
  if (brokenCount > 0) return <NoneReadable other="deliveries" />;
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
export interface NoRowsProps extends Partial<Pick<EmptyListProps, "purpose">> {
  readonly view: SubscriptionView;
  readonly state: CollectionState<Subscription>;
  /** Whether a search hides them. */
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

/** Why a list shows no rows: there are none, or the search finds none. */
export function NoRows({ view, state, isFiltered, onClear, ...shown }: NoRowsProps) {
  const { records, broken, phase } = state;
  if (!isFiltered) return <EmptyList {...shown} view={view} brokenCount={broken.length} />;
  return (
    <NothingFound {...DELIVERIES} count={records.length} isWhole={phase === "complete"} onClear={onClear} />
  );
}
