import { useApi, useMissingScopeMessage } from "@/data/backend/backend";
import type { SubscriptionView } from "@/data/subscriptions/subscriptions";
import { paths } from "@/lib/url/paths";
import { AllRecordsInvalid } from "@/ui/collection-table/collection-frame";
import { EmptyState } from "@/ui/feedback/states";
import { LinkButton } from "@/ui/primitives/link-button";
import { MailIcon, PlusIcon, TrashIcon } from "@/ui/theme/icons";
import { SUBSCRIPTION_WRITE_SCOPE } from "./subscription-rules";

interface EmptySubscriptionListProps {
  readonly view: SubscriptionView;
  /** Sentence that explains what the page or a subscription is for. */
  readonly purpose?: string;
  /** Number of unreadable records. */
  readonly invalidCount?: number;
}

const SUBSCRIPTION_EXPLANATION = "Send a dashboard or insight to people or a channel on a schedule.";

export function EmptySubscriptionList({
  view,
  purpose = SUBSCRIPTION_EXPLANATION,
  invalidCount = 0,
}: EmptySubscriptionListProps) {
  const { projectId } = useApi();
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  if (invalidCount > 0) return <AllRecordsInvalid pluralNoun="subscriptions" />;
  if (view === "trash") {
    return (
      <EmptyState
        icon={<TrashIcon size={24} />}
        title="Trash is empty"
        detail="Deleted subscriptions appear here and can be restored at any time."
        action={<LinkButton to={paths.subscriptions(projectId)}>View subscriptions</LinkButton>}
      />
    );
  }
  return (
    <EmptyState
      icon={<MailIcon size={24} />}
      title="No subscriptions yet"
      detail={purpose}
      action={
        <LinkButton
          variant="filled"
          to={paths.newSubscription(projectId)}
          leftSection={<PlusIcon />}
          disabledReason={refusal}
        >
          Create subscription
        </LinkButton>
      }
    />
  );
}
