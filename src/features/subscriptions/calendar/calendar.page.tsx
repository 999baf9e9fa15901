import { Box, Stack } from "@mantine/core";
import { useEffect, useMemo, useRef } from "react";
import { Link } from "react-router-dom";
import type { Subscription } from "@/api/subscriptions";
import { useApi } from "@/data/backend/backend";
import { useResumeDates } from "@/data/browser-storage/project-settings";
import { useHasUtcRule } from "@/data/capabilities/capabilities";
import { useLoadSourceNames, useSourceNames } from "@/data/catalog/source-names";
import { useCollection } from "@/data/collection/use-collection";
import { useProjectError } from "@/data/projects/projects";
import { subscriptionCollection, subscriptionTitle } from "@/data/subscriptions/subscriptions";
import { createCalendarChunks } from "@/features/subscriptions/calendar/model/calendar-file";
import {
  findBusiestTimes,
  formatShortDay,
  knownCountLabel,
} from "@/features/subscriptions/calendar/model/calendar-labels";
import {
  formatCalendarSearchParams,
  formatSpanTitle,
  getCalendarSpan,
  parseCalendarSearchParams,
  resolveZone,
} from "@/features/subscriptions/calendar/model/calendar-search-params";
import { useDeliveriesPerDay } from "@/features/subscriptions/calendar/model/use-deliveries-per-day";
import { SUBSCRIPTION_NOUN, subscriptionSearch } from "@/features/subscriptions/model/subscription-filters";
import { EmptySubscriptionList } from "@/features/subscriptions/model/subscription-list-empty";
import { getReminderDay } from "@/features/subscriptions/pause/pause-actions";
import {
  findForecastEnd,
  forecastEndMessage,
} from "@/features/subscriptions/schedule/subscription-occurrences";
import { sanitizeFileName } from "@/lib/file/file-name";
import type { DaySpan, DeliveryRange } from "@/lib/schedule/deliveries-per-day";
import { formatCount } from "@/lib/text/numbers";
import { getWeekStart, parseCivilDay, startOfDay, toCivilDay } from "@/lib/time/calendar-days";
import { paths } from "@/lib/url/paths";
import type { SortStep } from "@/lib/url/url-state";
import { CollectionFrame, isFirstLoad, NoResults } from "@/ui/collection-table/collection-frame";
import { useCollectionSearch } from "@/ui/collection-table/collection-search";
import { SearchTools, useSearchBox } from "@/ui/collection-table/search-tools";
import { type SaveFileState, useSaveFile } from "@/ui/download/use-save-file";
import { Notice } from "@/ui/feedback/states";
import { useNow } from "@/ui/feedback/time-stamp";
import { announce } from "@/ui/feedback/toasts";
import { useFilterParams } from "@/ui/hooks/use-edit-search-params";
import { Page } from "@/ui/page/page";
import { SubmitButton } from "@/ui/primitives/link-button";
import { useQueryDraft } from "@/ui/query-field/search-field";
import { DownloadIcon } from "@/ui/theme/icons";
import classes from "./calendar.module.css";
import { CalendarBody } from "./calendar-body";
import { CalendarHeader, CalendarSummary } from "./calendar-header";

const NO_SORT: readonly SortStep[] = [];

export function CalendarPage() {
  const api = useApi();
  const now = useNow();
  const { filters: urlParams, updateFilters: updateParams } = useFilterParams(
    paths.calendar(api.projectId),
    parseCalendarSearchParams,
    formatCalendarSearchParams,
  );
  const collection = subscriptionCollection(api, "active");
  const state = useCollection(collection);
  const failure = useProjectError(state.error);
  const { records } = state;
  const { names } = useSourceNames();
  useLoadSourceNames(records);
  const saving = useSaveFile();
  const [query, setQuery] = useQueryDraft(urlParams.query, (text) => updateParams({ query: text }));
  // Links use the query as typed, because the URL is updated with a delay.
  const address = useMemo(() => ({ ...urlParams, query }), [urlParams, query]);
  const searchResult = useCollectionSearch(subscriptionSearch, collection, records, {
    query,
    sort: NO_SORT,
    now,
    names,
  });
  const { rows } = searchResult;
  const { box: searchBox, clear: clearQuery } = useSearchBox(rows.length, setQuery);

  const zone = resolveZone(address);
  const today = toCivilDay(now.getTime(), zone);
  const day = address.date ?? today;
  const weekStart = getWeekStart(navigator.language);
  const span = getCalendarSpan(address.view, day, weekStart);
  const title = formatSpanTitle(address.view, span);
  const hasUtcRule = useHasUtcRule(records[0] ?? null);
  const forecastEnd = useMemo(
    () => (hasUtcRule ? null : findForecastEnd(now, zone)),
    [hasUtcRule, now, zone],
  );
  const range = useRange(span, { zone, now, forecastEnd: forecastEnd?.getTime() ?? null });
  const { load, isBusy } = useDeliveriesPerDay(rows, range);

  const isPending = searchResult.isWaiting || isFirstLoad(state);
  const currentLoad = isPending ? null : load;
  const { counted } = range;
  const isCutBefore = ({ first, length }: DaySpan) =>
    forecastEnd !== null && forecastEnd.getTime() < startOfDay(first + length, zone);
  const isTotalCut = isCutBefore(counted);
  const totals = useMemo(() => {
    if (currentLoad === null) return null;
    const { days, subscriptions: subscriptionCount, differingSubscriptions: mismatchCount } = currentLoad;
    return { peaks: findBusiestTimes(days, counted), subscriptionCount, mismatchCount, isCut: isTotalCut };
  }, [currentLoad, counted, isTotalCut]);
  useAnnounceTotals(title, totals && knownCountLabel(totals.peaks.total, isTotalCut));

  // While more pages load, the progress bar shows that records are missing, so no notice is needed.
  const isPartial =
    !isPending && (state.phase === "asking" || state.phase === "paused" || state.phase === "failed");
  const isEmpty = !isPending && records.length === 0;
  const isNothingShown = isEmpty || (!isPending && searchResult.matching === 0);
  return (
    <Page
      title="Calendar"
      description="Planned deliveries, calculated from the schedules. Sending can take a few minutes."
    >
      <CollectionFrame
        {...SUBSCRIPTION_NOUN}
        box={searchBox}
        state={state}
        controls={collection}
        loadError={failure}
        linkTo={paths.calendar}
        now={now}
        found={searchResult}
        onClear={clearQuery}
        isEmpty={isEmpty}
        tools={
          <SearchTools
            label="Search subscriptions"
            placeholder="Search or filter: to:ana freq:weekly type:slack"
            query={query}
            onQueryChange={setQuery}
            found={searchResult}
            rows={records}
          >
            <CalendarDownload rows={rows} forecastEnd={forecastEnd} saving={saving} />
          </SearchTools>
        }
        wrapsFindings
        findings={
          isNothingShown ? undefined : (
            <CalendarSummary address={address} title={title} totals={totals} isBusy={isBusy} />
          )
        }
      >
        {saving.errorMessage !== null && (
          <Notice tone="danger" title="Couldn't save the calendar file">
            {saving.errorMessage}
          </Notice>
        )}
        {isEmpty ? (
          <EmptySubscriptionList
            view="active"
            purpose="Planned deliveries of your subscriptions appear here."
            invalidCount={state.broken.length}
          />
        ) : isNothingShown ? (
          <NoResults
            {...SUBSCRIPTION_NOUN}
            count={records.length}
            isFullyLoaded={state.phase === "complete"}
            onClear={clearQuery}
          />
        ) : (
          <Box mt={6} data-calendar>
            <Stack gap="xs" className={classes.notices}>
              {isPartial && (
                <Notice tone="warning">
                  {`Days may look empty: only ${formatCount(records.length)} of ${formatCount(state.count ?? 0)} subscriptions are loaded.`}
                </Notice>
              )}
              {forecastEnd !== null && isCutBefore(range) && (
                <Notice tone="info">{forecastEndMessage(forecastEnd, zone)}</Notice>
              )}
            </Stack>
            <CalendarReminders records={rows} span={span.counted} now={now} />
            <CalendarHeader address={address} day={day} title={title} />
            <CalendarBody
              address={address}
              span={range}
              load={currentLoad}
              peaks={totals?.peaks ?? null}
              day={day}
              today={today}
              title={title}
              weekStart={weekStart}
              onNavigate={updateParams}
            />
          </Box>
        )}
      </CollectionFrame>
    </Page>
  );
}

interface RangeOptions extends Pick<DeliveryRange, "zone" | "forecastEnd"> {
  readonly now: Date;
}

/** Returns the same object until the days or the options change. */
function useRange(
  { shown, counted }: ReturnType<typeof getCalendarSpan>,
  { zone, now, forecastEnd }: RangeOptions,
): DeliveryRange {
  const { first, length } = shown;
  const { first: countedFirst, length: countedLength } = counted;
  const span = useMemo(() => ({ first: countedFirst, length: countedLength }), [countedFirst, countedLength]);
  return useMemo(
    () => ({ first, length, counted: span, zone, now: now.getTime(), forecastEnd }),
    [first, length, span, zone, now, forecastEnd],
  );
}

/** Announces the number of deliveries after the period has changed, but not on the first render. */
function useAnnounceTotals(title: string, total: string | null): void {
  const lastMessage = useRef<string>(null);
  useEffect(() => {
    if (total === null || lastMessage.current === title) return;
    if (lastMessage.current !== null) announce(`${title}: ${total}`);
    lastMessage.current = title;
  }, [title, total]);
}

interface CalendarDownloadProps {
  readonly rows: readonly Subscription[];
  /** Time after which deliveries can't be computed. Null if there is no such time. */
  readonly forecastEnd: Date | null;
  /** Owned by the page, which shows the errors. */
  readonly saving: SaveFileState;
}

function CalendarDownload({ rows, forecastEnd, saving }: CalendarDownloadProps) {
  const { client, projectId } = useApi();
  const { names } = useSourceNames();
  const isSaving = saving.rowsDone !== null;

  function save() {
    if (isSaving) return;
    const serverHost = client.connection.label.replace(/[^\w.-]+/g, "-").toLowerCase();
    const chunks = createCalendarChunks(rows, {
      host: `${projectId}.${serverHost}`,
      projectId,
      now: Date.now(),
      forecastEnd,
      recordUrl: (record) => new URL(paths.subscription(projectId, record.id), location.origin).href,
      names,
    });
    const name = sanitizeFileName(`Deliveries of project ${projectId}`, "ics");
    void saving.save({ name, type: "text/calendar;charset=utf-8", chunks }, rows.length);
  }

  return (
    <SubmitButton leftSection={<DownloadIcon />} loading={isSaving} onClick={save}>
      Download .ics
    </SubmitButton>
  );
}

const MAX_SHOWN = 8;

interface CalendarRemindersProps {
  readonly records: readonly Subscription[];
  readonly span: DaySpan;
  readonly now: Date;
}

/** Lists the reminders of these days to resume paused subscriptions. Renders nothing without reminders. */
function CalendarReminders({ records, span: { first, length }, now }: CalendarRemindersProps) {
  const api = useApi();
  const { names } = useSourceNames();
  const dates = useResumeDates(api);
  const reminders = useMemo(
    () =>
      records
        .flatMap((record) => {
          const day = parseCivilDay(getReminderDay(record, dates, now) ?? "");
          return day !== null && day >= first && day < first + length ? [{ record, day }] : [];
        })
        .toSorted((one, other) => one.day - other.day),
    [records, dates, now, first, length],
  );
  if (reminders.length === 0) return null;
  const hiddenCount = reminders.length - MAX_SHOWN;
  return (
    <Notice tone="info" title="Reminders in this browser to resume subscriptions">
      {reminders.slice(0, MAX_SHOWN).map(({ record, day }, index) => (
        <span key={record.id}>
          {index > 0 && ", "}
          <Link to={paths.subscription(api.projectId, record.id)}>
            {subscriptionTitle(record, names).text}
          </Link>
          {` (${formatShortDay(day)})`}
        </span>
      ))}
      {hiddenCount > 0 && `, and ${formatCount(hiddenCount)} more`}
    </Notice>
  );
}
