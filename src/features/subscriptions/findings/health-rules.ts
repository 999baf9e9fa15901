import type { Subscription } from "@/api/subscriptions";
import {
  getInvalidRecipients,
  getSubscriptionState,
  hasLostWorkspace,
  isPlanned,
  isSending,
  OVERDUE_AFTER_MS,
  undeliverableReasons,
} from "@/features/subscriptions/model/subscription-rules";
import { occurrencesBetween } from "@/lib/schedule/recurrence";
import { NO_NAMES, type ReferenceNames } from "@/lib/search/record-schema";
import { parseInstant } from "@/lib/time/dates";

/** Findings, most urgent first. */
export const FINDINGS = ["overdue", "invalid", "ending", "duplicate", "never", "ended"] as const;
export type Finding = (typeof FINDINGS)[number];
/** Findings that depend on a single record. */
export type RecordFinding = Exclude<Finding, "duplicate">;

const DAY_MS = 86_400_000;
const ENDING_SOON_DAYS = 14;
// A schedule without a date in this period has none later. Even February 29 recurs within 8 years.
const HORIZON_MS = 40 * 366 * DAY_MS;

/** Whether the server paused the subscription and doesn't allow resuming it. */
export function isStoppedByServer(record: Subscription, now: Date): boolean {
  return hasLostWorkspace(record) && getSubscriptionState(record, now) === "paused";
}

/** Returns the time of the last delivery in ms since 1970 if it is within 14 days. Otherwise returns null. */
export function getEndingDate(record: Subscription, now: number): number | null {
  if (!isSending(record) || (record.until_date === null && record.count === null)) return null;
  const limit = now + ENDING_SOON_DAYS * DAY_MS;
  const until = record.until_date === null ? null : parseInstant(record.until_date);
  const endsByDate = until !== null && until.getTime() >= now && until.getTime() <= limit;
  if (!endsByDate && record.count === null) return null;
  const dates = occurrencesBetween(record, { from: now, to: limit + 1 });
  // The dates of an unsupported schedule are unknown, so its end date is used.
  if (dates === null) return endsByDate ? until.getTime() : null;
  const last = dates.at(-1);
  if (last === undefined || endsByDate) return last ?? null;
  return hasDates(record, limit + 1) ? null : last;
}

/** What a schedule without deliveries left needs to continue. Null if it has deliveries left. */
export type ScheduleFix = "later-end" | "more-deliveries" | "both" | "other-schedule";

/** @param from ms since 1970, after the last delivery */
export function getScheduleFix(record: Subscription, from: number): ScheduleFix | null {
  if (hasDates(record, from)) return null;
  if (canExtend(record, from)) return "later-end";
  if (hasDates({ ...record, count: null }, from)) return "more-deliveries";
  return hasDates({ ...record, count: null, until_date: null }, from) ? "both" : "other-schedule";
}

/** Whether a later end brings more deliveries. It doesn't if their number is limited, too. */
export function canExtend(record: Subscription, from: number): boolean {
  if (record.until_date === null) return false;
  return record.count === null || hasDates({ ...record, until_date: null }, from);
}

function hasDates(record: Subscription, from: number): boolean {
  const dates = occurrencesBetween(record, { from, to: from + HORIZON_MS, limit: 1 });
  return dates === null || dates.length > 0;
}

/**
 * Whether the schedule has no dates left. False until the server's next delivery is overdue, because it may still be
 * sent.
 */
export function hasRunOut(record: Subscription, now: number): boolean {
  const canRunOut = record.until_date !== null || record.count !== null || record.byweekday !== null;
  const next = parseInstant(record.next_delivery_date ?? "");
  if (next === null || now - next.getTime() <= OVERDUE_AFTER_MS) return false;
  return canRunOut && !hasDates(record, now);
}

/**
 * @param now ms since 1970
 * @param names names and checks of sources
 */
export function hasFinding(
  finding: RecordFinding,
  record: Subscription,
  now: number,
  names: ReferenceNames = NO_NAMES,
): boolean {
  switch (finding) {
    case "overdue":
    case "ended":
      return getSubscriptionState(record, new Date(now), names) === finding;
    case "invalid":
      return isSending(record, names) && getInvalidRecipients(record).length > 0;
    case "ending":
      return getEndingDate(record, now) !== null;
    case "never":
      return isPlanned(record) && (undeliverableReasons(record, names).length > 0 || hasRunOut(record, now));
  }
}
