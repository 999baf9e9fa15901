import type { Subscription } from "@/contract/subscriptions";
import {
  getNextDelivery,
  getRecipients,
  getSubscriptionState,
  hasLostWorkspace,
  hasSource,
  OVERDUE_AFTER_MS,
} from "@/features/subscriptions/model/subscription-rules";
import { occurrencesBetween } from "@/lib/schedule/occurrence-range";
import { parseInstant } from "@/lib/time/dates";

/** Most urgent first. */
export const FINDINGS = ["overdue", "ending", "duplicate", "never", "ended"] as const;
export type Finding = (typeof FINDINGS)[number];
/** Findings that depend on one record only. */
export type RecordFinding = Exclude<Finding, "duplicate">;

/** Why a scheduled subscription never delivers. */
export type NeverReason = "schedule" | "recipients" | "source";

const DAY_MS = 86_400_000;
const ENDING_SOON_DAYS = 14;
// A schedule without a date for this long has none. 29 February comes every 4 to 8 years.
const HORIZON_MS = 40 * 366 * DAY_MS;

/** False for deleted, paused and ended subscriptions. Most findings don't apply to them. */
export function isScheduled(record: Subscription): boolean {
  return getNextDelivery(record) !== null;
}

/** Whether the server paused the subscription and refuses to resume it. */
export function isStoppedByServer(record: Subscription): boolean {
  return !record.deleted && record.enabled === false && hasLostWorkspace(record);
}

/** Returns the last delivery in ms since 1970 when it is within 14 days, otherwise null. */
export function getEndingDate(record: Subscription, now: number): number | null {
  if (!isScheduled(record) || (record.until_date === null && record.count === null)) return null;
  const limit = now + ENDING_SOON_DAYS * DAY_MS;
  const until = record.until_date === null ? null : parseInstant(record.until_date);
  const endsByDate = until !== null && until.getTime() >= now && until.getTime() <= limit;
  if (!endsByDate && record.count === null) return null;
  const dates = occurrencesBetween(record, { from: now, to: limit + 1 });
  // An unsupported schedule can't be computed: use its end date.
  if (dates === null) return endsByDate ? until.getTime() : null;
  const last = dates.at(-1);
  if (last === undefined || endsByDate) return last ?? null;
  return hasDates(record, limit + 1) ? null : last;
}

function hasDates(record: Subscription, from: number): boolean {
  const dates = occurrencesBetween(record, { from, to: from + HORIZON_MS, limit: 1 });
  return dates === null || dates.length > 0;
}

/** Returns why a scheduled record never delivers. Empty when it does. */
export function neverReasons(record: Subscription, now: number): readonly NeverReason[] {
  if (!isScheduled(record)) return [];
  const reasons: NeverReason[] = [];
  if (hasRunOut(record, now)) reasons.push("schedule");
  if (!getRecipients(record).some((recipient) => recipient.trim() !== "")) reasons.push("recipients");
  if (!hasSource(record)) reasons.push("source");
  return reasons;
}

/** False while the served next delivery may still be sent. */
function hasRunOut(record: Subscription, now: number): boolean {
  const canRunOut = record.until_date !== null || record.count !== null || record.byweekday !== null;
  const next = parseInstant(record.next_delivery_date ?? "");
  if (next === null || now - next.getTime() <= OVERDUE_AFTER_MS) return false;
  return canRunOut && !hasDates(record, now);
}

/** @param now ms since 1970 */
export function hasFinding(finding: RecordFinding, record: Subscription, now: number): boolean {
  switch (finding) {
    case "overdue":
    case "ended":
      return getSubscriptionState(record, new Date(now)) === finding;
    case "ending":
      return getEndingDate(record, now) !== null;
    case "never":
      return neverReasons(record, now).length > 0;
  }
}
