import { Button, Progress } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { formatCount, pluralForm, pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { useAnnounce } from "@/ui/feedback/announcer";
import { RetryCountdown } from "@/ui/feedback/retry-countdown";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { useFocusFallback } from "@/ui/hooks/use-focus-fallback";
import { IconButton } from "@/ui/primitives/link-button";
import { RefreshIcon } from "@/ui/theme/icons";
import classes from "./collection-bar.module.css";

export interface CollectionProgress {
  readonly records: { readonly length: number };
  readonly phase: "idle" | "first" | "asking" | "loading" | "paused" | "failed" | "complete";
  /** Number of records that the server reports. Null before the first response. */
  readonly count: number | null;
  readonly miscount: number;
  /** Current number of records per page. Adapts to the server's limit and speed. */
  readonly pageSize: number;
  readonly isRefreshing: boolean;
  readonly changes: { readonly added: number; readonly changed: number; readonly removed: number } | null;
  readonly isOutdated: boolean;
  /** In ms since 1970. */
  readonly loadedAt: number | null;
}

export interface CollectionControls {
  readonly pause: () => void;
  readonly resume: () => void;
  readonly loadAll: () => void;
  readonly refresh: () => void;
  readonly dismissChanges: () => void;
}

export interface SearchSummary {
  /** Number of matches, or null without a search. */
  readonly matching: number | null;
  /** Whether a search is running. In the meantime, the matches are those of the previous search. */
  readonly isFinding: boolean;
}

const ANNOUNCE_DELAY_MS = 700;

const NO_SEARCH: SearchSummary = { matching: null, isFinding: false };

export interface CollectionBarProps {
  readonly state: CollectionProgress;
  readonly singular: string;
  readonly plural: string;
  readonly views?: ReactNode;
  /** Text before the count when rows are derived from records, such as "63 recipients in". */
  readonly prefix?: ReactNode;
  readonly found?: SearchSummary | undefined;
  readonly problem: Problem | null;
  readonly now: Date;
  readonly controls: CollectionControls;
  readonly onClear?: (() => void) | undefined;
  /** Shown after the count, such as notices, totals, or links to records that need attention. */
  readonly findings?: ReactNode;
  /** Whether findings wrap on wide screens. By default, they scroll, so that rows below don't move. */
  readonly wrapsFindings?: boolean;
}

/**
 * Shows a collection's loaded count, matches, changes since the last refresh, and load controls.
 */
export function CollectionBar(props: CollectionBarProps) {
  const { state } = props;
  const barFocus = useFocusFallback();
  useAnnounceProgress(props);
  if (state.phase === "first" || state.count === null) {
    return (
      <div {...barFocus} className={classes.bar} data-no-print>
        {props.views}
      </div>
    );
  }
  return (
    <div {...barFocus} className={classes.bar} data-no-print>
      {props.views}
      {props.prefix}
      <RecordCount {...props} />
      {state.phase === "loading" && (
        <Progress
          aria-label={`Loading ${props.plural}`}
          w={120}
          size={4}
          value={Math.round((100 * state.records.length) / Math.max(state.count, state.records.length, 1))}
        />
      )}
      <LoadControls {...props} />
      <RefreshChanges {...props} />
      {props.findings && (
        <div className={classes.findings} data-wraps={props.wrapsFindings}>
          {props.findings}
        </div>
      )}
      <DataAge {...props} />
    </div>
  );
}

/** Shows "37 of 12,000 match · Clear", "3,400 of 12,000 loaded" or "60 deliveries". */
function RecordCount({
  state,
  singular,
  plural: pluralNoun,
  found = NO_SEARCH,
  onClear,
  views,
}: CollectionBarProps) {
  const { count, phase } = state;
  const { matching, isFinding } = found;
  const loadedCount = state.records.length;
  const totalCount = count ?? loadedCount;
  const isComplete = phase === "complete";
  return (
    <span className={classes.amount}>
      {matching !== null && (
        <>
          <span aria-busy={isFinding} className={classes.matching} data-old={isFinding || undefined}>
            {`${formatCount(matching)} of ${formatCount(loadedCount)} match`}
          </span>
          <button type="button" className={classes.textButton} onClick={onClear}>
            Clear
          </button>
        </>
      )}
      {isComplete ? (
        matching === null && (
          <span className={views === undefined ? undefined : classes.repeated}>
            {pluralize(loadedCount, singular, pluralNoun)}
          </span>
        )
      ) : (
        <span>{`${formatCount(loadedCount)} of ${formatCount(totalCount)} loaded`}</span>
      )}
      {isComplete && state.miscount !== 0 && (
        <span className={classes.warning}>{`The server reports ${formatCount(totalCount)}.`}</span>
      )}
    </span>
  );
}

function LoadControls({ state, problem, controls, plural: pluralNoun }: CollectionBarProps) {
  const { phase, count, pageSize } = state;
  switch (phase) {
    case "loading":
      return (
        <Button variant="default" onClick={controls.pause}>
          Pause
        </Button>
      );
    case "paused":
      return (
        <Button variant="default" onClick={controls.resume}>
          Resume
        </Button>
      );
    case "asking":
      return (
        <>
          <span>
            Search and sorting apply only to loaded items. {requestCostMessage(count ?? 0, pageSize)}
          </span>
          <Button variant="default" onClick={controls.loadAll}>
            {`Load all ${formatCount(count ?? 0)} ${pluralNoun}`}
          </Button>
        </>
      );
    case "failed":
      return (
        <>
          <span role="alert" className={classes.warning}>
            Loading stopped. {problem?.title}. {problem?.detail}
          </span>
          {problem?.retryAt !== undefined && (
            <RetryCountdown retryAt={problem.retryAt} endMessage="Resuming…" onEnd={controls.resume} />
          )}
          <Button variant="default" onClick={controls.resume}>
            Resume
          </Button>
        </>
      );
    default:
      return null;
  }
}

function RefreshChanges({ state: { changes }, controls }: CollectionBarProps) {
  if (changes === null) return null;
  return (
    <span className={classes.changes}>
      {changesMessage(changes)}
      <button type="button" className={classes.textButton} onClick={controls.dismissChanges}>
        Got it
      </button>
    </span>
  );
}

function DataAge({ state, controls, now }: CollectionBarProps) {
  const { phase, isRefreshing, isOutdated, loadedAt } = state;
  if (phase !== "complete" && phase !== "asking" && phase !== "paused") return null;
  return (
    <span className={classes.age}>
      {isOutdated && <span className={classes.warning}>May be out of date</span>}
      {loadedAt !== null && !isOutdated && (
        <span className={classes.ageText}>
          {"Updated "}
          <TimeStamp iso={new Date(loadedAt).toISOString()} now={now} isPast />
        </span>
      )}
      <IconButton
        label="Refresh"
        icon={<RefreshIcon />}
        size={28}
        aria-disabled={isRefreshing}
        onClick={() => !isRefreshing && controls.refresh()}
      />
    </span>
  );
}

/** Announces only milestones, because announcing every count would be too verbose. */
function useAnnounceProgress({
  state,
  found = NO_SEARCH,
  plural: pluralNoun,
  singular,
}: CollectionBarProps): void {
  const announce = useAnnounce();
  const { phase, changes } = state;
  const { matching, isFinding } = found;
  const loadedCount = state.records.length;
  const previousRef = useRef({ phase, changes });

  useEffect(() => {
    const previous = previousRef.current;
    previousRef.current = { phase, changes };
    if (previous.phase === "loading" && phase === "complete")
      announce(`${pluralize(loadedCount, singular, pluralNoun)} loaded`);
    if (previous.changes !== changes && changes !== null) announce(`Refreshed: ${changesMessage(changes)}`);
  }, [phase, changes, loadedCount, singular, pluralNoun, announce]);

  const lastAnnounced = useRef(matching);
  useEffect(() => {
    if (isFinding || lastAnnounced.current === matching) return;
    const timer = setTimeout(() => {
      lastAnnounced.current = matching;
      announce(
        matching === null
          ? "Search cleared"
          : `${pluralize(matching, singular, pluralNoun)} ${pluralForm(matching, "matches", "match")}`,
      );
    }, ANNOUNCE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [matching, isFinding, singular, pluralNoun, announce]);
}

/** Smaller pages make loading a large collection slow. */
const SMALL_PAGE_SIZE = 100;

/** Returns the number of requests if pages are small. Pages overlap by one record. */
function requestCostMessage(count: number, pageSize: number): string {
  const requests = Math.ceil((count - 1) / Math.max(1, pageSize - 1));
  return pageSize < SMALL_PAGE_SIZE ? `Loading all takes ${formatCount(requests)} requests.` : "";
}

function changesMessage({ added, changed, removed }: NonNullable<CollectionProgress["changes"]>): string {
  const parts = [
    added > 0 ? `${formatCount(added)} new` : null,
    changed > 0 ? `${formatCount(changed)} changed` : null,
    removed > 0 ? `${formatCount(removed)} removed` : null,
  ];
  return parts.filter((part) => part !== null).join(", ");
}
