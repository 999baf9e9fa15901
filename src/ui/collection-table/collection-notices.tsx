import { Button } from "@mantine/core";
import { plural } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { RawJson } from "@/ui/feedback/raw-json";
import { Notice } from "@/ui/feedback/states";

interface RefreshFailedProps {
  readonly problem: Problem;
  readonly onRetry: () => void;
}

/** Says that what is shown is what was loaded before, and why. */
export function RefreshFailed({ problem, onRetry }: RefreshFailedProps) {
  return (
    <Notice
      tone="warning"
      title="This may be out of date"
      action={
        <Button variant="default" size="xs" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {problem.title}. {problem.detail}
    </Notice>
  );
}

/** Says that nothing can be searched or sorted: its code did not come. */
export function SearchLost() {
  return (
    <Notice tone="warning" title="The search could not be loaded">
      Its code did not arrive. Check the connection and load the page again.
    </Notice>
  );
}

/** A record that could not be read. */
export interface UnreadRecord {
  /** Its place in the answer, from 0. */
  readonly index: number;
  /** As it was served. */
  readonly raw: unknown;
  readonly issues: readonly { readonly path: string; readonly message: string }[];
}

interface BrokenRecordsProps {
  readonly broken: readonly UnreadRecord[];
  /** What is counted: "delivery", "deliveries". */
  readonly one: string;
  readonly other: string;
}

/** More of them are alike, and would only fill the page. */
const MOST_BROKEN = 20;

/** Counts the records that could not be read, and lets a person look at the first of them as they were served. */
export function BrokenRecords({ broken, one, other }: BrokenRecordsProps) {
  if (broken.length === 0) return null;
  return (
    <Notice tone="warning" title={`${plural(broken.length, one, other)} could not be read`}>
      <p>The server sent something this version does not understand. All others are shown.</p>
      {broken.slice(0, MOST_BROKEN).map((record) => (
        <RawJson key={record.index} value={record.raw} label={mistakeWords(record)} />
      ))}
      {broken.length > MOST_BROKEN && <p>{`These are the first ${MOST_BROKEN}.`}</p>}
    </Notice>
  );
}

function mistakeWords({ index, issues }: UnreadRecord): string {
  const [first] = issues;
  const mistake = first ? ` ${first.path ? `${first.path}: ` : ""}${first.message}` : "";
  return `Record ${index + 1} of the answer.${mistake}`;
}
