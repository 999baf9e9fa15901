import { Button } from "@mantine/core";
import { useApi } from "@/data/api-context";
import { formatCount } from "@/lib/numbers";
import { paths } from "@/lib/paths";
import { hasState, type ParsedQuery } from "@/lib/query-text";
import { AtIcon } from "@/ui/icons";
import { LinkButton } from "@/ui/link-button";
import { EmptyState } from "@/ui/states";

/** Nobody gets anything. */
export function NoRecipients({ brokenCount }: { readonly brokenCount: number }) {
  const { projectId } = useApi();
  if (brokenCount > 0) {
    return (
      <EmptyState
        title="None of these deliveries could be read"
        detail="Look at them as they were sent, above."
      />
    );
  }
  return (
    <EmptyState
      icon={<AtIcon size={24} />}
      title="No recipients yet"
      detail="Everybody that a delivery goes to stands here, with all deliveries that reach them."
      action={<LinkButton to={paths.newSubscription(projectId)}>Schedule a delivery</LinkButton>}
    />
  );
}

interface NothingFoundProps {
  readonly query: ParsedQuery;
  readonly hasOwnDomains: boolean;
  readonly total: number;
  /** Whether everything is loaded: else the rest may have who is looked for. */
  readonly isWhole: boolean;
  readonly onChooseDomains: () => void;
  readonly onClear: () => void;
}

/** A filter that hides everybody, or one that cannot know anybody yet. */
export function NobodyFound(props: NothingFoundProps) {
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
    <EmptyState
      title="Nobody matches"
      detail={
        isWhole
          ? `None of ${formatCount(total)} recipients fits what you look for.`
          : `None of the ${formatCount(total)} recipients in the deliveries loaded so far fits; the others are not searched yet.`
      }
      action={
        <Button variant="default" onClick={onClear}>
          Clear the search
        </Button>
      }
    />
  );
}
