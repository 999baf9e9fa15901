import { Button } from "@mantine/core";
import { pluralize } from "@/lib/text/numbers";
import { EmptyState } from "@/ui/feedback/states";

interface NoResultsProps {
  readonly title?: string;
  readonly count: number;
  readonly singular: string;
  readonly plural: string;
  readonly isFullyLoaded?: boolean;
  /** Noun for the loaded records when rows are derived from them, such as "subscriptions". */
  readonly containerNoun?: string;
  readonly onClear: () => void;
}

export function NoResults(props: NoResultsProps) {
  const { title = "No matches", isFullyLoaded = true, containerNoun, onClear } = props;
  const noun = pluralize(props.count, props.singular, props.plural);
  const container = containerNoun === undefined ? "" : ` in the ${containerNoun}`;
  return (
    <EmptyState
      title={title}
      detail={isFullyLoaded ? `Searched ${noun}.` : `Searched only the ${noun}${container} loaded so far.`}
      action={
        <Button variant="default" onClick={onClear}>
          Clear search
        </Button>
      }
    />
  );
}

export function AllRecordsInvalid({ pluralNoun }: { readonly pluralNoun: string }) {
  return <EmptyState title={`Couldn't read these ${pluralNoun}`} detail="See the raw data above." />;
}
