import { Button } from "@mantine/core";
import { formatCount, plural } from "@/lib/text/numbers";
import { EmptyState } from "@/ui/feedback/states";

interface NothingFoundProps {
  readonly title?: string;
  /** How many were searched. */
  readonly count: number;
  /** What is counted: "delivery", "deliveries". */
  readonly one: string;
  readonly other: string;
  /** Whether all are loaded: else the rest may have what is looked for. */
  readonly isWhole?: boolean;
  /** In what they stand, where that is what is loaded: "deliveries". */
  readonly within?: string;
  readonly onClear: () => void;
}

/** A search that hides everything. */
export function NothingFound(props: NothingFoundProps) {
  const { title = "Nothing matches", count, one, other, isWhole = true, within, onClear } = props;
  const place = within === undefined ? "" : ` in the ${within}`;
  return (
    <EmptyState
      title={title}
      detail={
        isWhole
          ? `None of ${plural(count, one, other)} fits what you look for.`
          : `None of the ${formatCount(count)} ${other}${place} loaded so far fits; the others are not searched yet.`
      }
      action={
        <Button variant="default" onClick={onClear}>
          Clear the search
        </Button>
      }
    />
  );
}

/** A list of which every record is broken. */
export function NoneReadable({ other }: { readonly other: string }) {
  return (
    <EmptyState
      title={`None of these ${other} could be read`}
      detail="Look at them as they were sent, above."
    />
  );
}
