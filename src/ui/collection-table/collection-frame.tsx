import { Button, Group, Progress } from "@mantine/core";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { formatCount, pluralForm, pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { RawJson } from "@/ui/feedback/copy-button";
import { type DisplayError, EmptyState, Notice, ProjectError } from "@/ui/feedback/states";
import { RetryCountdown, TimeStamp } from "@/ui/feedback/time-stamp";
import { announce } from "@/ui/feedback/toasts";
import { useFocusFallback } from "@/ui/hooks/restore-focus";
import { IconButton } from "@/ui/primitives/link-button";
import { RefreshIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import classes from "./collection-frame.module.css";
import type { CollectionSearchResult, MatchCounter } from "./collection-search";

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

export type CollectionControls = Readonly<
  Record<"pause" | "resume" | "loadAll" | "refresh" | "dismissChanges", () => void>
>;

type SearchSummary = Pick<CollectionSearchResult<never>, "matching" | "isFinding" | "error">;

interface CollectionFrameProps {
  readonly singular: string;
  readonly plural: string;
  readonly state: CollectionProgress & { readonly broken: readonly InvalidRecord[] };
  readonly controls: CollectionControls;
  readonly loadError: DisplayError | null;
  readonly linkTo: (projectId: number) => string;
  readonly now: Date;
  /** Whether the collection is empty. Hides the search tools and the status bar. */
  readonly isEmpty: boolean;
  readonly found?: SearchSummary;
  /** Rows that are derived from the records, such as recipients. */
  readonly derived?:
    | { readonly singular: string; readonly plural: string; readonly count: number }
    | undefined;
  readonly onClear?: () => void;
  readonly box?: RefObject<HTMLDivElement | null>;
  /** The query, or undefined while the rendered rows still belong to an earlier query. */
  readonly renderedQuery?: string | undefined;
  readonly tools?: ReactNode;
  readonly views?: ReactNode;
  /** Shown after the count, such as notices, totals, or links to records that need attention. */
  readonly findings?: ReactNode;
  /** Whether findings wrap on wide screens. By default, they scroll, so that rows below don't move. */
  readonly wrapsFindings?: boolean;
  readonly children: ReactNode;
}

export function CollectionFrame(props: CollectionFrameProps) {
  const { state, controls, found, loadError, views, isEmpty, singular, plural: pluralNoun } = props;
  useAnnounceProgress(props);
  if (loadError && state.records.length === 0) {
    return (
      <>
        {loadError.otherProjects === null && views}
        <ProjectError error={loadError} onRetry={controls.resume} linkTo={props.linkTo} />
      </>
    );
  }
  return (
    <div ref={props.box} data-found-for={props.renderedQuery}>
      {loadError && state.phase !== "failed" && (
        <RefreshErrorNotice problem={loadError.problem} onRetry={controls.refresh} />
      )}
      {found && found.error !== null && (
        <Notice tone="warning" title="Couldn't load search">
          Check your connection and reload the page.
        </Notice>
      )}
      <InvalidRecordsNotice broken={state.broken} singular={singular} plural={pluralNoun} />
      {isEmpty ? (
        views
      ) : (
        <>
          {props.tools}
          <StatusBar {...props} />
        </>
      )}
      {props.children}
    </div>
  );
}

export function isFirstLoad({ phase, records }: CollectionProgress): boolean {
  return records.length === 0 && (phase === "idle" || phase === "first");
}

function StatusBar(props: CollectionFrameProps) {
  const { state, findings } = props;
  const barFocus = useFocusFallback();
  const isCounted = state.phase !== "first" && state.count !== null;
  return (
    <div {...barFocus} className={classes.bar} data-no-print>
      {props.views}
      {isCounted && (
        <>
          <RecordCount {...props} />
          {state.phase === "loading" && (
            <Progress
              aria-label={`Loading ${props.plural}`}
              w={120}
              size={4}
              value={Math.round(
                (100 * state.records.length) / Math.max(state.count ?? 0, state.records.length, 1),
              )}
            />
          )}
          <LoadControls {...props} />
          {state.changes !== null && (
            <span className={classes.changes}>
              {changesMessage(state.changes)}
              <button type="button" className={shared.textButton} onClick={props.controls.dismissChanges}>
                Got it
              </button>
            </span>
          )}
          {findings && (
            <div className={classes.findings} data-wraps={props.wrapsFindings}>
              {findings}
            </div>
          )}
          <DataAge {...props} />
        </>
      )}
    </div>
  );
}

/** Shows "37 of 12,000 match · Clear", "3,400 of 12,000 loaded" or "5 of 63 recipients match in 200 subscriptions". */
function RecordCount(props: CollectionFrameProps) {
  const { state, found: { matching, isFinding } = NO_SEARCH, derived, views } = props;
  const loadedCount = state.records.length;
  const totalCount = state.count ?? loadedCount;
  const isComplete = state.phase === "complete";
  const rows = derived
    ? pluralize(derived.count, derived.singular, derived.plural)
    : formatCount(loadedCount);
  const records = isComplete
    ? pluralize(loadedCount, props.singular, props.plural)
    : `${formatCount(loadedCount)} of ${formatCount(totalCount)} loaded`;
  const verb = derived && matching === 1 ? "matches" : "match";
  return (
    <span className={classes.amount}>
      {matching !== null && (
        <>
          <span aria-busy={isFinding} className={classes.matching} data-old={isFinding || undefined}>
            {`${formatCount(matching)} of ${rows} ${verb}`}
          </span>
          <button type="button" className={shared.textButton} onClick={props.onClear}>
            Clear
          </button>
        </>
      )}
      {derived ? (
        <span>{matching === null ? `${rows} in ${records}` : `in ${records}`}</span>
      ) : (
        (matching === null || !isComplete) && (
          <span className={isComplete && views !== undefined ? classes.repeated : undefined}>{records}</span>
        )
      )}
      {isComplete && state.miscount !== 0 && (
        <span className={classes.warning}>{`The server reports ${formatCount(totalCount)}.`}</span>
      )}
    </span>
  );
}

function LoadControls({ state, loadError, controls, plural: pluralNoun }: CollectionFrameProps) {
  const { phase, pageSize } = state;
  const count = state.count ?? 0;
  const problem = phase === "failed" ? loadError?.problem : undefined;
  const { label, onClick } =
    phase === "loading"
      ? { label: "Pause", onClick: controls.pause }
      : phase === "asking"
        ? { label: `Load all ${formatCount(count)} ${pluralNoun}`, onClick: controls.loadAll }
        : { label: "Resume", onClick: controls.resume };
  if (!["loading", "asking", "paused", "failed"].includes(phase)) return null;
  return (
    <>
      {phase === "asking" && (
        <span>Search and sorting apply only to loaded items. {requestCostMessage(count, pageSize)}</span>
      )}
      {problem && (
        <span role="alert" className={classes.warning}>
          Loading stopped. {problem.title}. {problem.detail}
        </span>
      )}
      {problem?.retryAt !== undefined && (
        <RetryCountdown retryAt={problem.retryAt} endMessage="Resuming…" onEnd={controls.resume} />
      )}
      <Button onClick={onClick}>{label}</Button>
    </>
  );
}

function DataAge({ state, controls, now }: CollectionFrameProps) {
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

/** Announcements of matches wait until the user has stopped typing. */
const ANNOUNCE_DELAY_MS = 700;
const NO_SEARCH: SearchSummary = { matching: null, isFinding: false, error: null };

/** Announces only milestones, because announcing every count would be too verbose. */
function useAnnounceProgress({ state, found = NO_SEARCH, derived, ...nouns }: CollectionFrameProps): void {
  const { singular, plural: pluralNoun } = nouns;
  const { singular: rowSingular, plural: rowPlural } = derived ?? nouns;
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
  }, [phase, changes, loadedCount, singular, pluralNoun]);

  const lastAnnounced = useRef(matching);
  useEffect(() => {
    if (isFinding || lastAnnounced.current === matching) return;
    const timer = setTimeout(() => {
      lastAnnounced.current = matching;
      announce(
        matching === null
          ? "Search cleared"
          : `${pluralize(matching, rowSingular, rowPlural)} ${pluralForm(matching, "matches", "match")}`,
      );
    }, ANNOUNCE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [matching, isFinding, rowSingular, rowPlural]);
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

export function RefreshErrorNotice(props: { readonly problem: Problem; readonly onRetry: () => void }) {
  const { problem, onRetry } = props;
  return (
    <Notice
      tone="warning"
      title="Data may be out of date"
      action={<Button onClick={onRetry}>Try again</Button>}
    >
      {problem.title}. {problem.detail}
    </Notice>
  );
}

export interface InvalidRecord {
  readonly index: number;
  readonly raw: unknown;
  readonly issues: readonly { readonly path: string; readonly message: string }[];
}

const MAX_SHOWN_RECORDS = 20;

export function InvalidRecordsNotice(props: {
  readonly broken: readonly InvalidRecord[];
  readonly singular: string;
  readonly plural: string;
}) {
  const { broken, singular, plural: pluralNoun } = props;
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

interface NearestQueryProps {
  readonly query: string;
  readonly getCounter: () => MatchCounter | null;
  readonly onSelect: (query: string) => void;
}

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
      <Button variant="filled" onClick={() => onSelect(nearest.query)}>
        {`Show ${nearest.query} (${formatCount(nearest.count)})`}
      </Button>
    )
  );
}

export function NoResults(props: {
  readonly title?: string | undefined;
  readonly count: number;
  readonly singular: string;
  readonly plural: string;
  readonly isFullyLoaded?: boolean;
  /** Noun for the loaded records when rows are derived from them, such as "subscriptions". */
  readonly containerNoun?: string | undefined;
  readonly onClear: () => void;
  readonly nearest?: NearestQueryProps | undefined;
}) {
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
          <Button onClick={onClear}>Clear search</Button>
        </Group>
      }
    />
  );
}

export function AllRecordsInvalid({ pluralNoun }: { readonly pluralNoun: string }) {
  return <EmptyState title={`Couldn't read these ${pluralNoun}`} detail="See the raw data above." />;
}

interface ViewLink {
  readonly view: string;
  readonly label: string;
  readonly to: string;
  readonly count?: number | null;
}

/** Brings the current view into sight where the views scroll, such as on phones. */
function scrollToView(link: HTMLElement | null) {
  const nav = link?.parentElement;
  if (nav) nav.scrollLeft = link.offsetLeft - nav.offsetLeft - (nav.clientWidth - link.clientWidth) / 2;
}

export function ViewLinks(props: { readonly views: readonly ViewLink[]; readonly current: string }) {
  return (
    <nav className={classes.views} aria-label="Views">
      {props.views.map(({ view, label, to, count }) => (
        <Link
          key={view}
          to={to}
          className={classes.view}
          aria-current={props.current === view ? "page" : undefined}
          ref={props.current === view ? scrollToView : undefined}
        >
          {label}
          {count != null && <span className={classes.count}>{formatCount(count)}</span>}
        </Link>
      ))}
    </nav>
  );
}
