import { Button } from "@mantine/core";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { EmptyState } from "@/ui/feedback/states";

interface NoResultsProps {
  readonly title?: string;
  /** How many were searched. */
  readonly count: number;
  /** What is counted: "delivery", "deliveries". */
  readonly singular: string;
  readonly plural: string;
  /** Whether all are loaded: else the rest may have what is looked for. */
  readonly isFullyLoaded?: boolean;
  /** In what they stand, where that is what is loaded: "deliveries". */
  readonly containerNoun?: string;
  readonly onClear: () => void;
}

/** A search that hides everything. */
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

/** A list of which every record is broken. */
export function AllRecordsInvalid({ pluralNoun }: { readonly pluralNoun: string }) {
  return <EmptyState title={`Couldn't read these ${pluralNoun}`} detail="See the raw data above." />;
}
