import { Button } from "@mantine/core";
import { useApi } from "@/data/api-context";
import { useScopeRefusal } from "@/data/signals";
import type { SubscriptionView } from "@/data/subscription-collections";
import { formatCount } from "@/lib/numbers";
import { paths } from "@/lib/paths";
import { MailIcon, PlusIcon, TrashIcon } from "@/ui/icons";
import { LinkButton } from "@/ui/link-button";
import { EmptyState } from "@/ui/states";
import { WRITE_SCOPE } from "./subscription-rules";

interface EmptyListProps {
  readonly view: SubscriptionView;
  readonly brokenCount: number;
}

/** Why there are no rows, and the way on. */
export function EmptyList({ view, brokenCount }: EmptyListProps) {
  const { projectId } = useApi();
  const refusal = useScopeRefusal(WRITE_SCOPE);
  if (brokenCount > 0) {
    return (
      <EmptyState
        title="None of these deliveries could be read"
        detail="Look at them as they were sent, above."
      />
    );
  }
  if (view === "bin") {
    return (
      <EmptyState
        icon={<TrashIcon size={24} />}
        title="The bin is empty"
        detail="What you delete is kept here until you restore it."
      />
    );
  }
  return (
    <EmptyState
      icon={<MailIcon size={24} />}
      title="No deliveries yet"
      detail="A delivery sends a dashboard or an insight to people or a channel, as often as you choose: the weekly figures every Monday at nine, say. You see the next dates before you save."
      action={
        <LinkButton to={paths.newSubscription(projectId)} leftSection={<PlusIcon />} disabledReason={refusal}>
          Schedule a delivery
        </LinkButton>
      }
    />
  );
}

interface NothingFoundProps {
  /** Whether everything is loaded: else the rest may have what is looked for. */
  readonly isWhole: boolean;
  readonly loaded: number;
  readonly onClear: () => void;
}

/** A filter that hides everything. */
export function NothingFound({ isWhole, loaded, onClear }: NothingFoundProps) {
  return (
    <EmptyState
      title="Nothing matches"
      detail={
        isWhole
          ? `None of ${formatCount(loaded)} deliveries fits what you look for.`
          : `None of the ${formatCount(loaded)} deliveries loaded so far fits; the others are not searched yet.`
      }
      action={
        <Button variant="default" onClick={onClear}>
          Clear the search
        </Button>
      }
    />
  );
}
