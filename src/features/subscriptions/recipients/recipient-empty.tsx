import { Button } from "@mantine/core";
import { useApi } from "@/data/client/api-context";
import { hasStateFilter, type ParsedQuery } from "@/lib/query/query-text";
import { paths } from "@/lib/url/paths";
import { AllRecordsInvalid, NoResults } from "@/ui/collection-table/no-results";
import { EmptyState } from "@/ui/feedback/states";
import { LinkButton } from "@/ui/primitives/link-button";
import { AtIcon } from "@/ui/theme/icons";

/** Nobody gets anything. */
export function NoRecipients({ invalidCount }: { readonly invalidCount: number }) {
  const { projectId } = useApi();
  if (invalidCount > 0) return <AllRecordsInvalid pluralNoun="deliveries" />;
  return (
    <EmptyState
      icon={<AtIcon size={24} />}
      title="No recipients yet"
      detail="Everybody that a delivery goes to stands here: each address, channel and URL, with what it gets and how often. From here somebody is replaced or taken out of all deliveries at once. It fills itself with the first delivery."
      action={<LinkButton to={paths.newSubscription(projectId)}>Schedule a delivery</LinkButton>}
    />
  );
}

interface NoMatchingRecipientsProps {
  readonly query: ParsedQuery;
  readonly hasOwnDomains: boolean;
  readonly total: number;
  /** Whether everything is loaded: else the rest may have who is looked for. */
  readonly isComplete: boolean;
  readonly onChooseDomains: () => void;
  readonly onClear: () => void;
}

/** A filter that hides everybody, or one that cannot know anybody yet. */
export function NoMatchingRecipients(props: NoMatchingRecipientsProps) {
  const { query, hasOwnDomains, total, isComplete, onChooseDomains, onClear } = props;
  const hasOwnershipFilter = hasStateFilter(query, "outside") || hasStateFilter(query, "own");
  if (hasOwnershipFilter && !hasOwnDomains) {
    return (
      <EmptyState
        title="Nobody is marked yet"
        detail="Say which domains are your own; then recipients elsewhere are outside."
        action={<Button onClick={onChooseDomains}>Choose own domains</Button>}
      />
    );
  }
  return (
    <NoResults
      title="Nobody matches"
      count={total}
      singular="recipient"
      plural="recipients"
      containerNoun="deliveries"
      isFullyLoaded={isComplete}
      onClear={onClear}
    />
  );
}
