import { useEffect, useMemo, useRef } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import type { Collection, CollectionState } from "@/data/collection/collection";
import { useProjectFailure } from "@/data/projects/project-error";
import { peaksOf } from "@/features/subscriptions/calendar/model/calendar-labels";
import {
  type CalendarAddress,
  readCalendarAddress,
  writeCalendarAddress,
  zoneOf,
} from "@/features/subscriptions/calendar/model/calendar-search-params";
import { spanOf, spanTitle } from "@/features/subscriptions/calendar/model/calendar-span";
import { useOccurrenceLoad } from "@/features/subscriptions/calendar/model/use-deliveries-per-day";
import { DELIVERIES } from "@/features/subscriptions/model/subscription-labels";
import { NoRows } from "@/features/subscriptions/model/subscription-list-empty";
import { useSubscriptionSearch } from "@/features/subscriptions/search/use-subscription-search";
import type { LoadRange } from "@/lib/schedule/deliveries-per-day";
import type { SortStep } from "@/lib/search/record-order";
import { plural } from "@/lib/text/numbers";
import { dayOf, weekStartOf } from "@/lib/time/calendar-days";
import { paths } from "@/lib/url/paths";
import { CollectionFrame, isFirstLoad } from "@/ui/collection-table/collection-frame";
import { SearchTools } from "@/ui/collection-table/search-tools";
import { useSearchBox } from "@/ui/collection-table/use-search-box";
import { useSaving } from "@/ui/download/use-save-file";
import { useAnnounce } from "@/ui/feedback/announcer";
import { Notice } from "@/ui/feedback/states";
import { useAddressEdit } from "@/ui/hooks/use-edit-search-params";
import { useNow } from "@/ui/hooks/use-now";
import { useQueryDraft } from "@/ui/query-field/use-query-draft";
import { CalendarDays } from "./calendar-body";
import { CalendarDownload } from "./calendar-download";
import { CalendarHead } from "./calendar-header";
import { CalendarSummary } from "./calendar-summary";
import classes from "./calendar-view.module.css";

interface CalendarProps {
  readonly address: CalendarAddress;
  readonly collection: Collection<Subscription>;
  readonly state: CollectionState<Subscription>;
}

/** What it would show, where there is nothing to show yet. */
const PURPOSE =
  "Once a delivery is scheduled, its dates stand here by month, by week or as a list, with the busiest day and hour, in your zone or UTC. A delivery sends a dashboard or an insight as often as you choose.";

const NO_SORT: readonly SortStep[] = [];

/** The deliveries that were found, laid out over days. */
export function Calendar({ address: drawn, collection, state }: CalendarProps) {
  const now = useNow();
  const editAddress = useAddressEdit(paths.calendar(useApi().projectId));
  const failure = useProjectFailure(state.error);
  const { records } = state;
  const saving = useSaving();
  const go = (part: Partial<CalendarAddress>, replace: boolean) =>
    editAddress((params) => writeCalendarAddress({ ...readCalendarAddress(params), ...part }), { replace });
  const [query, setQuery] = useQueryDraft(drawn.query, (text) => go({ query: text }, true));
  // Links keep what was typed a moment ago.
  const address = useMemo(() => ({ ...drawn, query }), [drawn, query]);
  const found = useSubscriptionSearch(collection, records, { query, sort: NO_SORT, now });
  const { rows } = found;
  const { box, clear } = useSearchBox(rows.length, setQuery);

  const zone = zoneOf(address);
  const today = dayOf(now.getTime(), zone);
  const day = address.date ?? today;
  const weekStart = weekStartOf(navigator.language);
  const span = spanOf(address.view, day, weekStart);
  const title = spanTitle(address.view, span);
  const range = useRange(span, zone, now);
  const { load, isBusy } = useOccurrenceLoad(rows, range);

  const isPending = found.isWaiting || isFirstLoad(state);
  const shownLoad = isPending ? null : load;
  const { counted } = range;
  const sums = useMemo(() => {
    if (shownLoad === null) return null;
    const { days, deliveries, differing } = shownLoad;
    return { peaks: peaksOf(days, counted), deliveries, differing };
  }, [shownLoad, counted]);
  useAnnounceDays(title, sums?.peaks.total ?? null);

  const isEmpty = !isPending && records.length === 0;
  return (
    <CollectionFrame
      {...DELIVERIES}
      box={box}
      state={state}
      steering={collection}
      failure={failure}
      linkTo={paths.calendar}
      now={now}
      found={found}
      onClear={clear}
      isEmpty={isEmpty}
      tools={
        <SearchTools
          label="Search deliveries"
          placeholder="Search, or narrow down: to:ana freq:weekly type:slack"
          query={query}
          onQuery={setQuery}
          found={found}
          rows={records}
        />
      }
      actions={<CalendarDownload rows={rows} saving={saving} />}
    >
      {saving.failure !== null && (
        <Notice tone="danger" title="The calendar file could not be written">
          {saving.failure}
        </Notice>
      )}
      {isEmpty || (!isPending && found.matching === 0) ? (
        <NoRows view="active" state={state} isFiltered={!isEmpty} onClear={clear} purpose={PURPOSE} />
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
    </CollectionFrame>
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
