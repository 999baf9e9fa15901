import { Button } from "@mantine/core";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { EmptyState } from "@/ui/feedback/states";

interface NoResultsProps {
  readonly title?: string;
  /** Number of searched rows. */
  readonly count: number;
  /** Noun, such as "subscription". */
  readonly singular: string;
  readonly plural: string;
  /** Whether all rows were searched. */
  readonly isFullyLoaded?: boolean;
  /** Noun of the loaded records when rows are derived from them: "subscriptions". */
  readonly containerNoun?: string;
  readonly onClear: () => void;
}

/** Empty state of a search without matches. */
export function NoResults(props: NoResultsProps) {
  const {
    title = "No matches",
    count,
    singular,
    plural: pluralNoun,
    isFullyLoaded = true,
    containerNoun,
    onClear,
  } = props;
  const scope = containerNoun === undefined ? "" : ` in the ${containerNoun}`;
  return (
    <EmptyState
      title={title}
      detail={
        isFullyLoaded
          ? `None of ${pluralize(count, singular, pluralNoun)} match your search.`
          : `None of the ${formatCount(count)} ${pluralNoun}${scope} loaded so far match. The rest aren't searched yet.`
      }
      action={
        <Button variant="default" onClick={onClear}>
          Clear search
        </Button>
      }
    />
  );
}

/** Empty state when no record could be parsed. */
export function AllRecordsInvalid({ pluralNoun }: { readonly pluralNoun: string }) {
  return <EmptyState title={`Couldn't read these ${pluralNoun}`} detail="See the raw data above." />;
}
