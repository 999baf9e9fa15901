import { Button } from "@mantine/core";
import { useApi } from "@/data/client/api-context";
import { hasStateFilter, type ParsedQuery } from "@/lib/query/query-text";
import { paths } from "@/lib/url/paths";
import { AllRecordsInvalid, NoResults } from "@/ui/collection-table/no-results";
import { EmptyState } from "@/ui/feedback/states";
import { LinkButton } from "@/ui/primitives/link-button";
import { AtIcon } from "@/ui/theme/icons";

export function NoRecipients({ invalidCount }: { readonly invalidCount: number }) {
  const { projectId } = useApi();
  if (invalidCount > 0) return <AllRecordsInvalid pluralNoun="subscriptions" />;
  return (
    <EmptyState
      icon={<AtIcon size={24} />}
      title="No recipients yet"
      detail="Recipients of your subscriptions appear here."
      action={<LinkButton to={paths.newSubscription(projectId)}>Create subscription</LinkButton>}
    />
  );
}

interface NoMatchingRecipientsProps {
  readonly query: ParsedQuery;
  readonly hasOwnDomains: boolean;
  readonly total: number;
  /** Whether all records have loaded. Otherwise, later records may match. */
  readonly isComplete: boolean;
  readonly onChooseDomains: () => void;
  readonly onClear: () => void;
}

export function NoMatchingRecipients(props: NoMatchingRecipientsProps) {
  const { query, hasOwnDomains, total, isComplete, onChooseDomains, onClear } = props;
  const hasOwnershipFilter = hasStateFilter(query, "outside") || hasStateFilter(query, "own");
  if (hasOwnershipFilter && !hasOwnDomains) {
    return (
      <EmptyState
        title="No domains added"
        detail="Add your domains to mark external recipients."
        action={<Button onClick={onChooseDomains}>Add your domains</Button>}
      />
    );
  }
  return (
    <NoResults
      title="No matching recipients"
      count={total}
      singular="recipient"
      plural="recipients"
      containerNoun="subscriptions"
      isFullyLoaded={isComplete}
      onClear={onClear}
    />
  );
}
