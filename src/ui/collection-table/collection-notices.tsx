import { Button } from "@mantine/core";
import { formatCount, pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { RawJson } from "@/ui/feedback/raw-json";
import { Notice } from "@/ui/feedback/states";

interface RefreshErrorNoticeProps {
  readonly problem: Problem;
  readonly onRetry: () => void;
}

export function RefreshErrorNotice({ problem, onRetry }: RefreshErrorNoticeProps) {
  return (
    <Notice
      tone="warning"
      title="Data may be out of date"
      action={
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {problem.title}. {problem.detail}
    </Notice>
  );
}

export function SearchUnavailableNotice() {
  return (
    <Notice tone="warning" title="Couldn't load search">
      Check your connection and reload the page.
    </Notice>
  );
}

export interface InvalidRecord {
  /** Index in the response, from 0. */
  readonly index: number;
  readonly raw: unknown;
  readonly issues: readonly { readonly path: string; readonly message: string }[];
}

interface InvalidRecordsNoticeProps {
  readonly broken: readonly InvalidRecord[];
  readonly singular: string;
  readonly plural: string;
}

/** More records would be repetitive. */
const MAX_SHOWN_RECORDS = 20;

export function InvalidRecordsNotice({ broken, singular, plural: pluralNoun }: InvalidRecordsNoticeProps) {
  if (broken.length === 0) return null;
  return (
    <Notice tone="warning" title={`Couldn't read ${pluralize(broken.length, singular, pluralNoun)}`}>
      <p>{`The response has an unexpected format. All other ${pluralNoun} are shown.`}</p>
      {broken.slice(0, MAX_SHOWN_RECORDS).map((record) => (
        <RawJson key={record.index} value={record.raw} label={invalidRecordMessage(record)} />
      ))}
      {broken.length > MAX_SHOWN_RECORDS && <p>{`Showing the first ${MAX_SHOWN_RECORDS}.`}</p>}
    </Notice>
  );
}

function invalidRecordMessage({ index, issues: [first] }: InvalidRecord): string {
  const issueText = first ? ` Mismatch${first.path ? ` in “${first.path}”` : ""}: ${first.message}.` : "";
  return `Item ${formatCount(index + 1)} in the response.${issueText}`;
}
