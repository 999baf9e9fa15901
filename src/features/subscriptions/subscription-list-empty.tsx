import { useApi } from "@/data/api-context";
import { useScopeRefusal } from "@/data/signals";
import { paths } from "@/lib/paths";
import { MailIcon, PlusIcon, TrashIcon } from "@/ui/icons";
import { LinkButton } from "@/ui/link-button";
import { EmptyState } from "@/ui/states";
import { type ListFilters, lastPage, writeListFilters } from "./subscription-filters";
import { WRITE_SCOPE } from "./subscription-rules";

interface EmptyListProps {
  readonly filters: ListFilters;
  /** Records in all, by the server's count. */
  readonly count: number;
  readonly brokenCount: number;
}

/** Why there are no rows, and the way on. */
export function EmptyList({ filters, count, brokenCount }: EmptyListProps) {
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
  if (filters.page > 1) {
    const last = { ...filters, page: Math.min(lastPage(count), filters.page - 1) };
    return (
      <EmptyState
        title={`There is no page ${filters.page}`}
        detail={count === 0 ? "The list is empty." : `The last page is ${lastPage(count)}.`}
        action={
          <LinkButton variant="default" to={`${paths.subscriptions(projectId)}${writeListFilters(last)}`}>
            Go to page {last.page}
          </LinkButton>
        }
      />
    );
  }
  if (filters.view === "bin") {
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
