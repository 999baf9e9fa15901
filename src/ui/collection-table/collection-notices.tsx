import { Button, Group } from "@mantine/core";
import { useEffect, useEffectEvent, useState } from "react";
import { formatCount, pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { RawJson } from "@/ui/feedback/raw-json";
import { EmptyState, Notice } from "@/ui/feedback/states";
import type { MatchCounter } from "./collection-search";

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

interface NoResultsProps {
  readonly title?: string | undefined;
  readonly count: number;
  readonly singular: string;
  readonly plural: string;
  readonly isFullyLoaded?: boolean;
  /** Noun for the loaded records when rows are derived from them, such as "subscriptions". */
  readonly containerNoun?: string | undefined;
  readonly onClear: () => void;
  readonly nearest?: NearestQueryProps | undefined;
}

interface NearestQueryProps {
  readonly query: string;
  readonly getCounter: () => MatchCounter | null;
  readonly onSelect: (query: string) => void;
}

/** Offers the nearest query that has matches. */
function NearestQuery({ query, getCounter, onSelect }: NearestQueryProps) {
  const [nearest, setNearest] = useState<{ readonly query: string; readonly count: number } | null>(null);
  const suggest = useEffectEvent((text: string, signal: AbortSignal) => {
    const counter = getCounter();
    return counter?.index.suggestQuery(text, { ...counter, signal }).then(setNearest, () => undefined);
  });
  useEffect(() => {
    const controller = new AbortController();
    void suggest(query, controller.signal);
    return () => controller.abort();
  }, [query]);
  return (
    nearest && (
      <Button onClick={() => onSelect(nearest.query)}>
        {`Show ${nearest.query} (${formatCount(nearest.count)})`}
      </Button>
    )
  );
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
        <Group gap={8} justify="center">
          {props.nearest && <NearestQuery {...props.nearest} />}
          <Button variant="default" onClick={onClear}>
            Clear search
          </Button>
        </Group>
      }
    />
  );
}

export function AllRecordsInvalid({ pluralNoun }: { readonly pluralNoun: string }) {
  return <EmptyState title={`Couldn't read these ${pluralNoun}`} detail="See the raw data above." />;
}
