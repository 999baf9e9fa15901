import type { Subscription } from "@/contract/subscriptions";
import {
  getNextDelivery,
  getRecipients,
  getSubscriptionState,
  hasSource,
  OVERDUE_AFTER_MS,
} from "@/features/subscriptions/model/subscription-rules";
import { occurrencesBetween } from "@/lib/schedule/occurrence-range";
import { parseInstant } from "@/lib/time/dates";

/** All that may be the matter, most urgent first. */
export const FINDINGS = ["overdue", "ending", "duplicate", "never", "ended"] as const;
/** One of them. */
export type Finding = (typeof FINDINGS)[number];
/** What may be the matter with a delivery by itself. */
export type RecordFinding = Exclude<Finding, "duplicate">;

/** Why nothing of a delivery arrives, although the server plans it. */
export type NeverReason = "schedule" | "recipients" | "source";

const DAY_MS = 86_400_000;
/** Days ahead in which an end is told. */
const ENDING_SOON_DAYS = 14;
// A rhythm without a date for so long has none: 29 February comes every 4 to 8 years.
const HORIZON_MS = 40 * 366 * DAY_MS;

/** Whether the server plans a next delivery; deleted, paused and ended records have no other findings. */
export function isScheduled(record: Subscription): boolean {
  return getNextDelivery(record) !== null;
}

/** When the last delivery goes out, in ms since 1970, if that is within 14 days; else null. */
export function getEndingDate(record: Subscription, now: number): number | null {
  if (!isScheduled(record) || (record.until_date === null && record.count === null)) return null;
  const limit = now + ENDING_SOON_DAYS * DAY_MS;
  const until = record.until_date === null ? null : parseInstant(record.until_date);
  const endsByDate = until !== null && until.getTime() >= now && until.getTime() <= limit;
  if (!endsByDate && record.count === null) return null;
  const dates = occurrencesBetween(record, { from: now, to: limit + 1 });
  // A rhythm that is not understood ends when it says so.
  if (dates === null) return endsByDate ? until.getTime() : null;
  const last = dates.at(-1);
  if (last === undefined || endsByDate) return last ?? null;
  return hasDates(record, limit + 1) ? null : last;
}

function hasDates(record: Subscription, from: number): boolean {
  const dates = occurrencesBetween(record, { from, to: from + HORIZON_MS, limit: 1 });
  return dates === null || dates.length > 0;
}

/** Why nothing will arrive of what the server still plans; empty when something will. */
export function neverReasons(record: Subscription, now: number): readonly NeverReason[] {
  if (!isScheduled(record)) return [];
  const reasons: NeverReason[] = [];
  if (hasRunOut(record, now)) reasons.push("schedule");
  if (!getRecipients(record).some((recipient) => recipient.trim() !== "")) reasons.push("recipients");
  if (!hasSource(record)) reasons.push("source");
  return reasons;
}

/** Nothing left to plan; what the server has planned for the moment, or the future, still goes out. */
function hasRunOut(record: Subscription, now: number): boolean {
  const canRunOut = record.until_date !== null || record.count !== null || record.byweekday !== null;
  const next = parseInstant(record.next_delivery_date ?? "");
  if (next === null || now - next.getTime() <= OVERDUE_AFTER_MS) return false;
  return canRunOut && !hasDates(record, now);
}

/** Whether a finding is true of a record at a moment (ms since 1970). */
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
