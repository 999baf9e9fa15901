import { useEffect, useMemo, useRef } from "react";
import { useNavigate } from "react-router-dom";
import type { Subscription } from "@/contract/subscriptions";
import type { Collection, CollectionState } from "@/data/collection";
import { describeError } from "@/http/describe-error";
import { dayOf, weekStartOf } from "@/lib/calendar-days";
import { plural } from "@/lib/numbers";
import type { LoadRange } from "@/lib/occurrence-load";
import type { SortStep } from "@/lib/record-order";
import { useAnnounce } from "@/ui/announcer";
import { CollectionBar } from "@/ui/collection-bar";
import { QueryField } from "@/ui/query-field";
import { Notice } from "@/ui/states";
import { useQueryDraft } from "@/ui/use-query-draft";
import { useSaving } from "@/ui/use-saving";
import { BrokenRecords } from "../broken-records";
import { RefreshFailed } from "../refresh-failed";
import { EmptyList, NothingFound } from "../subscription-list-empty";
import { useNow } from "../use-now";
import { useSubscriptionSearch } from "../use-subscription-search";
import classes from "./calendar.module.css";
import { type CalendarAddress, writeCalendarAddress, zoneOf } from "./calendar-address";
import { CalendarDays } from "./calendar-days";
import { CalendarDownload } from "./calendar-download";
import { CalendarHead } from "./calendar-head";
import { spanOf, spanTitle } from "./calendar-span";
import { CalendarSummary } from "./calendar-summary";
import { peaksOf } from "./calendar-words";
import { useOccurrenceLoad } from "./use-occurrence-load";

interface CalendarProps {
  readonly address: CalendarAddress;
  readonly collection: Collection<Subscription>;
  readonly state: CollectionState<Subscription>;
}

const NO_SORT: readonly SortStep[] = [];

/** The deliveries that were found, laid out over days. */
export function Calendar({ address, collection, state }: CalendarProps) {
  const now = useNow();
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  const { phase, records, error, broken } = state;
  const saving = useSaving();
  const go = (part: Partial<CalendarAddress>, replace: boolean) =>
    void navigate({ search: writeCalendarAddress({ ...address, ...part }) }, { replace });
  const [query, setQuery] = useQueryDraft(address.query, (text) => go({ query: text }, true));
  const found = useSubscriptionSearch(collection, records, { query, sort: NO_SORT, now });
  const { rows, search, parsed } = found;

  const zone = zoneOf(address);
  const today = dayOf(now.getTime(), zone);
  const day = address.date ?? today;
  const weekStart = weekStartOf(navigator.language);
  const span = spanOf(address.view, day, weekStart);
  const title = spanTitle(address.view, span);
  const range = useRange(span, zone, now);
  const { load, isBusy } = useOccurrenceLoad(rows, range);

  const isPending = found.isWaiting || (records.length === 0 && (phase === "idle" || phase === "first"));
  const shownLoad = isPending ? null : load;
  const { counted } = range;
  const sums = useMemo(() => {
    if (shownLoad === null) return null;
    const { days, deliveries, differing } = shownLoad;
    return { peaks: peaksOf(days, counted), deliveries, differing };
  }, [shownLoad, counted]);
  useAnnounceDays(title, sums?.peaks.total ?? null);

  const isFiltered = parsed.terms.length > 0;
  if (!isPending && records.length === 0) {
    return (
      <>
        <BrokenRecords broken={broken} />
        <EmptyList view="active" brokenCount={broken.length} />
      </>
    );
  }
  const clearSearch = () => {
    setQuery("");
    // The button that was pressed goes with what it cleared.
    box.current?.querySelector<HTMLElement>("[data-search-field]")?.focus();
  };
  return (
    <div ref={box}>
      {error && phase !== "failed" && <RefreshFailed error={error} onRetry={collection.refresh} />}
      {found.error !== null && (
        <Notice tone="warning" title="The search could not be loaded">
          Its code did not arrive. Check the connection and load the page again.
        </Notice>
      )}
      <BrokenRecords broken={broken} />
      <div data-no-print>
        <QueryField
          label="Search deliveries"
          placeholder="Search, or narrow down: to:ana freq:weekly type:slack"
          value={query}
          onChange={setQuery}
          fields={search?.fields ?? []}
          mistakes={parsed.mistakes}
          complete={search ? (text, caret) => search.complete(text, caret, records) : undefined}
        />
      </div>
      <CollectionBar
        progress={{ ...state, loaded: records.length }}
        one="delivery"
        other="deliveries"
        matching={isFiltered ? rows.length : null}
        isFinding={found.isFinding}
        problem={error && describeError(error)}
        now={now}
        onPause={collection.pause}
        onResume={collection.resume}
        onLoadAll={collection.loadAll}
        onRefresh={collection.refresh}
        onSeenChanges={collection.seenChanges}
        onClear={clearSearch}
        actions={<CalendarDownload rows={rows} saving={saving} />}
      />
      {saving.failure !== null && (
        <Notice tone="danger" title="The calendar file could not be written">
          {saving.failure}
        </Notice>
      )}
      {!isPending && isFiltered && rows.length === 0 ? (
        <NothingFound isWhole={phase === "complete"} loaded={records.length} onClear={clearSearch} />
      ) : (
        <div className={classes.calendar} data-calendar>
          <CalendarHead address={address} day={day} title={title} />
          <CalendarSummary address={address} title={title} sums={sums} isBusy={isBusy} />
          <CalendarDays
            address={address}
            span={range}
            load={shownLoad}
            peaks={sums?.peaks ?? null}
            day={day}
            today={today}
            title={title}
            weekStart={weekStart}
            onGo={go}
          />
        </div>
      )}
    </div>
  );
}

/** The same object as long as it is about the same days. */
function useRange({ shown, counted }: ReturnType<typeof spanOf>, zone: string, now: Date): LoadRange {
  const { first, length } = shown;
  const { first: countedFirst, length: countedLength } = counted;
  const span = useMemo(() => ({ first: countedFirst, length: countedLength }), [countedFirst, countedLength]);
  return useMemo(
    () => ({ first, length, counted: span, zone, now: now.getTime() }),
    [first, length, span, zone, now],
  );
}

/** Says what other days amount to, once that is known; the first ones a person reads by themselves. */
function useAnnounceDays(title: string, total: number | null): void {
  const announce = useAnnounce();
  const said = useRef<string>(null);
  useEffect(() => {
    if (total === null || said.current === title) return;
    if (said.current !== null) announce(`${title}: ${plural(total, "occurrence", "occurrences")}`);
    said.current = title;
  }, [title, total, announce]);
}
