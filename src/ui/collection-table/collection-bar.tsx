import { Button } from "@mantine/core";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { formatCount, plural } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { useAnnounce } from "@/ui/feedback/announcer";
import { WaitLine } from "@/ui/feedback/retry-countdown";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { IconButton } from "@/ui/primitives/link-button";
import { RefreshIcon } from "@/ui/theme/icons";
import classes from "./collection-bar.module.css";

/** How far the loading of a collection has come. */
export interface CollectionProgress {
  /** Those that are loaded. */
  readonly records: { readonly length: number };
  readonly phase: "idle" | "first" | "asking" | "loading" | "paused" | "failed" | "complete";
  /** By the server; null before it has told. */
  readonly count: number | null;
  /** Records counted beyond those that are served; negative when it serves more. */
  readonly miscount: number;
  /** Records of one page: small where the server caps it. */
  readonly pageSize: number;
  readonly isRefreshing: boolean;
  readonly changes: { readonly added: number; readonly changed: number; readonly removed: number } | null;
  /** What is shown may lack a change. */
  readonly isOutdated: boolean;
  /** In ms since 1970. */
  readonly loadedAt: number | null;
}

/** How a person steers the loading. */
export interface CollectionSteering {
  readonly pause: () => void;
  /** Goes on after a pause or a failure. */
  readonly resume: () => void;
  readonly loadAll: () => void;
  readonly refresh: () => void;
  readonly seenChanges: () => void;
}

/** How much a search has found. */
export interface FoundAmong {
  /** Set while something is looked for, and the others are hidden. */
  readonly matching: number | null;
  /** The matching rows are still those of what was typed before. */
  readonly isFinding: boolean;
}

const NOT_ASKED: FoundAmong = { matching: null, isFinding: false };

/** What the line on a collection shows and calls. */
export interface CollectionBarProps {
  readonly state: CollectionProgress;
  /** What is counted: "delivery", "deliveries". */
  readonly one: string;
  readonly other: string;
  /** In front, where what is shown is made of what is counted: "63 recipients in". */
  readonly lead?: ReactNode;
  /** What a search among them finds. */
  readonly found?: FoundAmong | undefined;
  /** Why loading stopped, when it failed. */
  readonly problem: Problem | null;
  readonly now: Date;
  readonly steering: CollectionSteering;
  /** Empties the filter. */
  readonly onClear?: (() => void) | undefined;
  /** At its end, for example "Download". */
  readonly actions?: ReactNode;
}

/** One line on a collection: what is loaded, what a filter hides, what a refresh has brought, and how to go on. */
export function CollectionBar(props: CollectionBarProps) {
  const { state } = props;
  const bar = useRef<HTMLDivElement>(null);
  useFocusKept(bar);
  useAnnounceProgress(props);
  if (state.phase === "first" || state.count === null) return <div ref={bar} className={classes.bar} />;
  return (
    <div ref={bar} className={classes.bar} data-no-print>
      {props.lead}
      <Amount {...props} />
      {state.phase === "loading" && (
        <progress
          className={classes.progress}
          aria-label={`Loading ${props.other}`}
          value={state.records.length}
          max={Math.max(state.count, state.records.length, 1)}
        />
      )}
      <Way {...props} />
      <Changes {...props} />
      <div className={classes.end}>
        <Age {...props} />
        {props.actions}
      </div>
    </div>
  );
}

/** "37 of 12,000 match · Clear", "3,400 of 12,000 loaded", "60 deliveries". */
function Amount({ state, one, other, found = NOT_ASKED, onClear }: CollectionBarProps) {
  const { count, phase } = state;
  const { matching, isFinding } = found;
  const loaded = state.records.length;
  const all = count ?? loaded;
  const isWhole = phase === "complete";
  return (
    <span className={classes.amount}>
      {matching !== null && (
        <>
          <span aria-busy={isFinding} className={classes.matching} data-old={isFinding || undefined}>
            {formatCount(matching)} of {formatCount(loaded)} match
          </span>
          <button type="button" className={classes.clear} onClick={onClear}>
            Clear
          </button>
        </>
      )}
      {isWhole ? (
        matching === null && <span>{plural(loaded, one, other)}</span>
      ) : (
        <span>{`${formatCount(loaded)} of ${formatCount(all)} loaded`}</span>
      )}
      {isWhole && state.miscount !== 0 && (
        <span className={classes.warning}>{`The server counts ${formatCount(all)}.`}</span>
      )}
    </span>
  );
}

/** What a person can do about what is not loaded. */
function Way({ state, problem, steering, other }: CollectionBarProps) {
  const { phase, count, pageSize } = state;
  switch (phase) {
    case "loading":
      return (
        <Button variant="default" size="compact-sm" onClick={steering.pause}>
          Pause
        </Button>
      );
    case "paused":
      return (
        <Button variant="default" size="compact-sm" onClick={steering.resume}>
          Continue
        </Button>
      );
    case "asking":
      return (
        <>
          <span className={classes.hint}>
            Search and sorting work on these. {costWords(count ?? 0, pageSize)}
          </span>
          <Button variant="default" size="compact-sm" onClick={steering.loadAll}>
            {`Load all ${formatCount(count ?? 0)} ${other}`}
          </Button>
        </>
      );
    case "failed":
      return (
        <>
          <span role="alert" className={classes.warning}>
            Loading stopped. {problem?.title}. {problem?.detail}
          </span>
          {problem?.waitUntil !== undefined && (
            <WaitLine until={problem.waitUntil} over="Going on." onOver={steering.resume} />
          )}
          <Button variant="default" size="compact-sm" onClick={steering.resume}>
            Continue
          </Button>
        </>
      );
    default:
      return null;
  }
}

/** Requests that are worth a word: a server with small pages makes a large collection slow. */
function costWords(count: number, pageSize: number): string {
  const requests = Math.ceil(count / pageSize);
  return pageSize < 100
    ? `The server hands out ${pageSize} at a time: all take ${formatCount(requests)} requests.`
    : "";
}

function Changes({ state: { changes }, steering }: CollectionBarProps) {
  if (changes === null) return null;
  return (
    <span className={classes.changes}>
      {changeWords(changes)}
      <button type="button" className={classes.clear} onClick={steering.seenChanges}>
        Got it
      </button>
    </span>
  );
}

function Age({ state, steering, now }: CollectionBarProps) {
  const { phase, isRefreshing, isOutdated, loadedAt } = state;
  if (phase !== "complete" && phase !== "asking" && phase !== "paused") return null;
  return (
    <span className={classes.age}>
      {isOutdated && <span className={classes.warning}>May be out of date</span>}
      {loadedAt !== null && !isOutdated && (
        <span className={classes.ageWords}>
          {"Loaded "}
          <TimeStamp iso={new Date(loadedAt).toISOString()} now={now} />
        </span>
      )}
      <IconButton
        label="Refresh"
        icon={<RefreshIcon />}
        size={28}
        aria-disabled={isRefreshing}
        onClick={() => !isRefreshing && steering.refresh()}
      />
    </span>
  );
}

/** "2 new, 1 changed, 3 gone". */
function changeWords({ added, changed, removed }: NonNullable<CollectionProgress["changes"]>): string {
  const parts = [
    added > 0 ? `${formatCount(added)} new` : null,
    changed > 0 ? `${formatCount(changed)} changed` : null,
    removed > 0 ? `${formatCount(removed)} gone` : null,
  ];
  return parts.filter((part) => part !== null).join(", ");
}

/** A button that goes while it has the focus leaves it to one that stays: "Got it" by its press, "Pause" at the end. */
function useFocusKept(bar: RefObject<HTMLDivElement | null>): void {
  const hadFocus = bar.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (!hadFocus || document.activeElement !== document.body) return;
    bar.current?.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
  });
}

/** Says the turns, not every number: a reader that counts along cannot be listened to. */
function useAnnounceProgress({ state, found = NOT_ASKED, other, one }: CollectionBarProps): void {
  const announce = useAnnounce();
  const { phase, changes } = state;
  const { matching, isFinding } = found;
  const loaded = state.records.length;
  const before = useRef({ phase, changes });

  useEffect(() => {
    const was = before.current;
    before.current = { phase, changes };
    if (was.phase === "loading" && phase === "complete")
      announce(`All ${plural(loaded, one, other)} are loaded`);
    if (was.changes !== changes && changes !== null) announce(`Refreshed: ${changeWords(changes)}`);
  }, [phase, changes, loaded, one, other, announce]);

  const said = useRef(matching);
  useEffect(() => {
    if (isFinding || said.current === matching) return;
    const timer = setTimeout(() => {
      said.current = matching;
      announce(matching === null ? "The filter is gone" : `${plural(matching, one, other)} match`);
    }, SAY_AFTER);
    return () => clearTimeout(timer);
  }, [matching, isFinding, one, other, announce]);
}

/** Ms without a new result before it is said: who types is not talked into. */
const SAY_AFTER = 700;
