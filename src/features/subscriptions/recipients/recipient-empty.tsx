import { Button } from "@mantine/core";
import { useApi } from "@/data/client/api-context";
import { hasState, type ParsedQuery } from "@/lib/query/query-text";
import { paths } from "@/lib/url/paths";
import { NoneReadable, NothingFound } from "@/ui/collection-table/no-results";
import { EmptyState } from "@/ui/feedback/states";
import { LinkButton } from "@/ui/primitives/link-button";
import { AtIcon } from "@/ui/theme/icons";

/** Nobody gets anything. */
export function NoRecipients({ brokenCount }: { readonly brokenCount: number }) {
  const { projectId } = useApi();
  if (brokenCount > 0) return <NoneReadable other="deliveries" />;
  return (
    <EmptyState
      icon={<AtIcon size={24} />}
      title="No recipients yet"
      detail="Everybody that a delivery goes to stands here: each address, channel and URL, with what it gets and how often. From here somebody is replaced or taken out of all deliveries at once. It fills itself with the first delivery."
      action={<LinkButton to={paths.newSubscription(projectId)}>Schedule a delivery</LinkButton>}
    />
  );
}

interface NobodyFoundProps {
  readonly query: ParsedQuery;
  readonly hasOwnDomains: boolean;
  readonly total: number;
  /** Whether everything is loaded: else the rest may have who is looked for. */
  readonly isWhole: boolean;
  readonly onChooseDomains: () => void;
  readonly onClear: () => void;
}

/** A filter that hides everybody, or one that cannot know anybody yet. */
export function NobodyFound(props: NobodyFoundProps) {
  const { query, hasOwnDomains, total, isWhole, onChooseDomains, onClear } = props;
  const asksForSide = hasState(query, "outside") || hasState(query, "own");
  if (asksForSide && !hasOwnDomains) {
    return (
      <EmptyState
        title="Nobody is marked yet"
        detail="Say which domains are your own; then recipients elsewhere are outside."
        action={<Button onClick={onChooseDomains}>Choose own domains</Button>}
      />
    );
  }
  return (
    <NothingFound
      title="Nobody matches"
      count={total}
      one="recipient"
      other="recipients"
      within="deliveries"
      isWhole={isWhole}
      onClear={onClear}
    />
  );
}
