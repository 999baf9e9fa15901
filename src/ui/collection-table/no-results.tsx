import { Button } from "@mantine/core";
import { EmptyState } from "@/ui/feedback/states";
import { noMatchesMessage } from "./collection-messages";

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

export function NoResults({ title = "No matches", isFullyLoaded = true, onClear, ...rows }: NoResultsProps) {
  return (
    <EmptyState
      title={title}
      detail={noMatchesMessage({ ...rows, isFullyLoaded })}
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
