import { Box, Button, Text, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import type { Subscription } from "@/api/subscriptions";
import { useApi, useMissingScopeMessage } from "@/data/backend/backend";
import { openBulkPreview } from "@/data/bulk/bulk-job-store";
import { useHasUtcRule } from "@/data/capabilities/capabilities";
import { readSourceNames, useSourceNames } from "@/data/catalog/source-names";
import type { PlannedSubscriptionItem } from "@/data/changes/planned-change";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { journalQueries, useJournalUpdates } from "@/data/journal/journal-queries";
import { readJournal } from "@/data/journal/journal-store";
import { subscriptionLabel } from "@/data/subscriptions/subscriptions";
import { type DstShift, getDstShift } from "@/features/subscriptions/findings/dst-shifts";
import { planDstFix } from "@/features/subscriptions/findings/plan-dst-fix";
import { SUBSCRIPTION_WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import { type CooperativeTask, runCooperatively } from "@/lib/scheduler/cooperative-task";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { toLocalInput } from "@/lib/time/calendar-days";
import { formatDay, formatInstant, localZone, toIso } from "@/lib/time/dates";
import { findLastTimeChange, findNextTimeChange, type TimeChange } from "@/lib/time/time-changes";
import { Notice } from "@/ui/feedback/states";
import { useSlicedTask } from "@/ui/hooks/use-sliced-task";
import { HelpLink } from "@/ui/page/page";
import { ButtonWithDisabledReason } from "@/ui/primitives/link-button";
import { Section } from "@/ui/primitives/section";
import shared from "@/ui/theme/shared.module.css";
import { EditLink, FindingRow } from "./finding-section";
import classes from "./health.module.css";
import { dstFixMessage } from "./health-messages";

const PAGE_SIZE = 20;
const DAY_MS = 86_400_000;
const SHOWN_AFTER_MS = 14 * DAY_MS;
const SHOWN_BEFORE_MS = 30 * DAY_MS;
const ROWS_PER_SLICE = 64;

/** Finds a time change in this browser's zone that was in the last 14 days, or else is in the next 30 days. */
function findCurrentTimeChange(now: Date): TimeChange | null {
  const zone = localZone();
  const last = findLastTimeChange(now, zone);
  if (last !== null && now.getTime() - last.at.getTime() < SHOWN_AFTER_MS) return last;
  const next = findNextTimeChange(now, zone);
  return next !== null && next.at.getTime() - now.getTime() < SHOWN_BEFORE_MS ? next : null;
}

interface ShiftedSubscription {
  readonly record: Subscription;
  readonly shift: DstShift;
}

export interface DstShifts {
  readonly change: TimeChange;
  readonly shifted: readonly ShiftedSubscription[];
}

/** Returns the subscriptions that a time change shifts. Null without one, or if the server's rule is unknown. */
export function useDstShifts(records: readonly Subscription[], now: Date): DstShifts | null {
  const change = useMemo(() => findCurrentTimeChange(now), [now]);
  const hasUtcRule = useHasUtcRule(records[0] ?? null);
  const at = hasUtcRule ? (change?.at.getTime() ?? null) : null;
  const scanShifts = useCallback((rows: readonly Subscription[]) => findDstShifts(rows, at), [at]);
  const found = useSlicedTask(records, scanShifts);
  // A plan must not start from a record that has changed since the scan.
  const shifted = useMemo(() => {
    if (found === null || found.input === records) return found?.result ?? [];
    const current = new Set(records);
    return found.result.filter(({ record }) => current.has(record));
  }, [found, records]);
  return change === null || shifted.length === 0 ? null : { change, shifted };
}

function* findDstShifts(
  records: readonly Subscription[],
  at: number | null,
): CooperativeTask<readonly ShiftedSubscription[]> {
  const shifted: ShiftedSubscription[] = [];
  if (at === null) return shifted;
  for (const [index, record] of records.entries()) {
    if (index % ROWS_PER_SLICE === 0) yield;
    const shift = getDstShift(record, new Date(at), localZone());
    if (shift !== null) shifted.push({ record, shift });
  }
  return shifted;
}

/**
 * Lists subscriptions that a time change shifts. Hides those that were already adjusted in this
 * browser, so that they aren't adjusted twice.
 */
export function DstShiftSection(props: { readonly shifts: DstShifts; readonly now: Date }) {
  const { now } = props;
  const { change, shifted: allShifted } = props.shifts;
  const zone = localZone();
  const api = useApi();
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  const restoreHistory = useRestoreLocalTime(change, zone);
  const shifted = restoreHistory.withoutRestored(allShifted);
  const [shown, setShown] = useState(PAGE_SIZE);
  const day = formatDay(toIso(change.at), { zone });
  const isMovedEarlier = !isOnOrAfterDay(toIso(now), toIso(change.at), zone);
  const earlyReason = isMovedEarlier
    ? `Available from ${day}. An earlier edit would shift deliveries due before the time change.`
    : undefined;
  const reason = refusal ?? earlyReason ?? restoreHistory.refusal;
  const minutes = Math.abs(change.shiftMinutes);
  const size = minutes === 60 ? "an hour" : `${minutes} minutes`;
  async function openPreview(requested: readonly ShiftedSubscription[]): Promise<void> {
    // A bulk action may have adjusted some subscriptions since the page read the journal.
    const remainingShifts = await restoreHistory.withoutRestoredNow(requested);
    if (remainingShifts.length === 0) return;
    const changes = await runCooperatively(planDstFixes(remainingShifts, readSourceNames(api)));
    const target = pluralize(changes.length, "subscription", "subscriptions");
    openBulkPreview(api, { label: `Keep local time of ${target}`, changes });
  }
  return (
    <Section
      title={
        shifted.length === 0
          ? "Time change"
          : `Time change · ${pluralize(shifted.length, "subscription", "subscriptions")}`
      }
      actions={
        shifted.length > 0 && (
          <ButtonWithDisabledReason disabledReason={reason} onClick={() => void openPreview(shifted)}>
            {shifted.length === 1
              ? "Keep its local time…"
              : `Keep local time of all ${formatCount(shifted.length)}…`}
          </ButtonWithDisabledReason>
        )
      }
    >
      <Text c="dimmed" fz="sm" maw="80ch" mb="sm">
        Clocks in {zone} {now < change.at ? "go" : "went"} {change.shiftMinutes > 0 ? "forward" : "back"} by{" "}
        {size} on <strong>{day}</strong>. From then on, unless you edit the subscriptions, deliveries arrive{" "}
        {size} {change.shiftMinutes > 0 ? "later" : "earlier"} in local time.{" "}
        <HelpLink page="time-changes" topic="time changes" />
      </Text>
      {shifted.length > 0 && (
        <Box mb={14}>
          {isMovedEarlier ? (
            <Notice tone="info" title={`Adjust these subscriptions on or after ${day}`}>
              Edits take effect immediately. If you edit today, deliveries arrive{" "}
              {change.shiftMinutes > 0 ? "earlier" : "later"} than usual until the time change.
            </Notice>
          ) : (
            <Notice tone="info" title="Edits take effect immediately">
              {change.shiftMinutes > 0
                ? "A delivery due within the hour is skipped if its new time has passed."
                : "A delivery sent within the last hour is sent again today."}{" "}
              Subscriptions adjusted in another browser are still listed.
            </Notice>
          )}
        </Box>
      )}
      {shifted.length < allShifted.length && (
        <p>
          {`${pluralize(allShifted.length - shifted.length, "subscription has", "subscriptions have")} already been adjusted in this browser since the time change.`}
        </p>
      )}
      <ul className={`${shared.list} ${shared.divided}`}>
        {shifted.slice(0, shown).map((shiftedRecord) => (
          <ShiftedRow
            key={shiftedRecord.record.id}
            shiftedRecord={shiftedRecord}
            zone={zone}
            now={now}
            reason={reason}
            onRestore={() => void openPreview([shiftedRecord])}
          />
        ))}
      </ul>
      {shifted.length > shown && (
        <p className={classes.all}>
          <Button onClick={() => setShown(shown + 5 * PAGE_SIZE)}>
            {`Show ${formatCount(Math.min(5 * PAGE_SIZE, shifted.length - shown))} more of ${formatCount(shifted.length)}`}
          </Button>
        </p>
      )}
    </Section>
  );
}

interface ShiftedRowProps {
  readonly shiftedRecord: ShiftedSubscription;
  readonly zone: string;
  readonly now: Date;
  readonly reason: string | undefined;
  readonly onRestore: () => void;
}

function ShiftedRow({ shiftedRecord: { record, shift }, zone, now, reason, onRestore }: ShiftedRowProps) {
  const { names } = useSourceNames();
  const fix = planDstFix(record, shift);
  return (
    <FindingRow
      record={record}
      zone={zone}
      actions={
        <>
          <ButtonWithDisabledReason
            disabledReason={fix.kind === "impossible" ? fix.reason : reason}
            onClick={onRestore}
          >
            Keep local time… <VisuallyHidden>{subscriptionLabel(record, names)}</VisuallyHidden>
          </ButtonWithDisabledReason>
          <EditLink record={record} />
        </>
      }
    >
      <p>
        <strong>
          {formatTimeIn(shift.before, zone)} → {formatTimeIn(shift.after, zone)}
        </strong>{" "}
        from {formatInstant(toIso(shift.after), { zone, now })}
        {shift.dayShift !== 0 && (
          <Box component="span" c="var(--ui-warning)" fw={500}>
            {" "}
            · moves to {shift.dayShift > 0 ? "the next day" : "the previous day"}
          </Box>
        )}
      </p>
      <p>{dstFixMessage(record, fix)}</p>
    </FindingRow>
  );
}

function formatTimeIn(instant: Date, zone: string): string {
  return toLocalInput(toIso(instant), zone).slice(11);
}

type ShiftedList = readonly ShiftedSubscription[];

/**
 * Returns functions that exclude subscriptions that were already adjusted for the time change,
 * according to the journal. Also returns a `refusal` while the journal is loading or unreadable.
 */
function useRestoreLocalTime(change: TimeChange, zone: string) {
  const api = useApi();
  const { data, isError, refetch } = useQuery(journalQueries.newest(api));
  useJournalUpdates();
  const at = toIso(change.at);
  const entries = data?.entries;
  const restoredIds = useMemo(() => findRestoredIds(entries ?? [], at, zone), [entries, at, zone]);
  const refusal = isError
    ? "Couldn't load earlier adjustments from this browser. Reload the page to avoid adjusting a subscription twice."
    : data === undefined
      ? "Loading earlier adjustments…"
      : undefined;
  return {
    refusal,
    withoutRestored: (shifted: ShiftedList): ShiftedList =>
      shifted.filter(({ record }) => !restoredIds.has(record.id)),
    /** Reads the journal again. Resolves with an empty list when the journal is unreadable. */
    async withoutRestoredNow(shifted: ShiftedList): Promise<ShiftedList> {
      const latestEntries = await readJournal(api).catch(() => null);
      const latestIds = latestEntries && findRestoredIds(latestEntries, at, zone);
      const remaining = latestIds === null ? [] : shifted.filter(({ record }) => !latestIds.has(record.id));
      // Refetches, so that the page hides adjusted subscriptions, or reports the unreadable journal.
      if (remaining.length < shifted.length) void refetch();
      return remaining;
    },
  };
}

const FIXES_PER_SLICE = 16;

function* planDstFixes(
  shifted: readonly ShiftedSubscription[],
  names?: ReferenceNames,
): CooperativeTask<readonly PlannedSubscriptionItem[]> {
  const changes: PlannedSubscriptionItem[] = [];
  for (const [index, { record, shift }] of shifted.entries()) {
    if (index % FIXES_PER_SLICE === 0) yield;
    const common = { key: String(record.id), name: subscriptionLabel(record, names) };
    const fix = planDstFix(record, shift);
    changes.push(
      fix.kind === "change"
        ? { ...common, resource: "subscription", kind: "change", before: record, body: fix.body }
        : { ...common, kind: "impossible", why: fix.reason },
    );
  }
  return changes;
}

/**
 * Whether `instant` is on the same day as `day` in `zone`, or on a later day.
 * @param instant ISO 8601
 * @param day ISO 8601, any instant of the day
 */
function isOnOrAfterDay(instant: string, day: string, zone: string): boolean {
  return toLocalInput(instant, zone).slice(0, 10) >= toLocalInput(day, zone).slice(0, 10);
}

/**
 * Returns the IDs of subscriptions whose start this browser has already changed since the time change, so that they
 * aren't shifted twice. Changes earlier on the same day count too, because the adjustment is offered all day.
 * @param change when the time change occurs (ISO 8601)
 */
export function findRestoredIds(
  entries: readonly JournalEntry[],
  change: string,
  zone: string,
): ReadonlySet<number> {
  const ids = new Set<number>();
  const changedAt = Date.parse(change);
  for (const { recordId, at, changes, outcome, undoes, undoneBy } of entries) {
    // An undo also changes the start, but isn't an adjustment.
    const isEffective = outcome === "done" && undoneBy === null && undoes === null;
    if (typeof recordId !== "number" || !isEffective || ids.has(recordId)) continue;
    if (!changes.some(({ field }) => field === "start_date")) continue;
    // Compares instants first, because converting them to local days is slower.
    if (Date.parse(at) >= changedAt || isOnOrAfterDay(at, change, zone)) ids.add(recordId);
  }
  return ids;
}
