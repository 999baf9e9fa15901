import type { Subscription } from "@/api/subscriptions";
import type { Finding, RecordFinding, ScheduleFix } from "@/features/subscriptions/findings/health-rules";
import { getEndingDate, getScheduleFix, hasRunOut } from "@/features/subscriptions/findings/health-rules";
import type { DstFix } from "@/features/subscriptions/findings/plan-dst-fix";
import {
  describeInvalidRecipients,
  describeSubscriptionState,
  type SubscriptionState,
  undeliverableExplanation,
} from "@/features/subscriptions/model/subscription-rules";
import { SUBSCRIPTION_STATE_TONES } from "@/features/subscriptions/model/subscription-status";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { upperFirst } from "@/lib/text/normalize-text";
import { formatCount, formatList, pluralize } from "@/lib/text/numbers";
import {
  formatDay,
  formatInstant,
  formatTimeOfDay,
  formatUtc,
  localZone,
  toIso,
  wallClock,
} from "@/lib/time/dates";

const SCHEDULE_FIX_MESSAGES: Readonly<Record<ScheduleFix, string>> = {
  "later-end": "Set a later end.",
  "more-deliveries": "Increase the number of deliveries.",
  both: "Set a later end, and increase the number of deliveries.",
  "other-schedule": "Change the schedule.",
};

function scheduleFixMessage(record: Subscription, from: number): string {
  const fix = getScheduleFix(record, from);
  return fix === null ? "" : SCHEDULE_FIX_MESSAGES[fix];
}

/** Returns why a record has a finding, and what helps. */
export function findingReason(
  finding: RecordFinding,
  record: Subscription,
  now: Date,
  names: ReferenceNames,
): string {
  if (finding === "never") {
    const runOut = hasRunOut(record, now.getTime())
      ? `The schedule has no deliveries left. ${scheduleFixMessage(record, now.getTime())}`
      : "";
    return [undeliverableExplanation(record, names), runOut].filter(Boolean).join(" ");
  }
  if (finding === "invalid") return describeInvalidRecipients(record);
  const { explanation } = describeSubscriptionState(record, now, names);
  if (finding === "overdue") return explanation;
  if (finding === "ended") {
    const fixes = [scheduleFixMessage(record, now.getTime()), undeliverableExplanation(record, names)];
    return [explanation, ...fixes].filter(Boolean).join(" ");
  }
  const last = getEndingDate(record, now.getTime());
  if (last === null) return "Ends soon.";
  const date = formatInstant(toIso(new Date(last)), { zone: localZone(), now });
  return [`The last delivery is on ${date}.`, scheduleFixMessage(record, last + 1)].filter(Boolean).join(" ");
}

/**
 * Describes the fix, such as "Proposed change: start May 4, 2026, 08:00 → 09:00 UTC." Without a fix,
 * returns the reason.
 */
export function dstFixMessage(record: Pick<Subscription, "start_date" | "byweekday">, fix: DstFix): string {
  if (fix.kind === "impossible") return `Can't be fixed automatically. ${fix.reason}`;
  const { start_date = record.start_date, byweekday, until_date } = fix.body;
  const days =
    byweekday && record.byweekday
      ? `; ${formatWeekdays(record.byweekday)} → ${formatWeekdays(byweekday)} (UTC)`
      : "";
  const end = until_date ? `; end → ${formatUtc(until_date)}` : "";
  return `Proposed change: start ${formatStartChange(record.start_date, start_date)}${days}${end}.`;
}

function formatWeekdays(names: readonly string[]): string {
  return formatList(names.map(upperFirst));
}

/** Formats both starts in UTC. Shows a common date once. */
function formatStartChange(before: string, after: string): string {
  const day = formatDay(before, { zone: "UTC" });
  if (day !== formatDay(after, { zone: "UTC" })) return `${formatUtc(before)} → ${formatUtc(after)}`;
  const time = (iso: string) => formatTimeOfDay(wallClock(new Date(iso), "UTC"));
  return `${day}, ${time(before)} → ${time(after)} UTC`;
}

const notSending = (state: SubscriptionState) =>
  ({ tone: SUBSCRIPTION_STATE_TONES[state], label: "Not sending" }) as const;

export const PAUSED_STATUS = notSending("paused");

/** Statuses by finding. Null if the finding doesn't affect deliveries. */
export const FINDING_STATUSES = {
  overdue: notSending("overdue"),
  never: notSending("never"),
  invalid: { tone: "warning", label: "Partly sending" },
  ending: { tone: "warning", label: "Within 14 days" },
  duplicate: null,
  ended: null,
} as const satisfies Readonly<Record<Finding, object | null>>;

const FINDING_NOUNS: Readonly<Record<Finding, readonly [singular: string, plural: string]>> = {
  overdue: ["overdue", "overdue"],
  invalid: ["with invalid recipients", "with invalid recipients"],
  ending: ["ending soon", "ending soon"],
  duplicate: ["duplicate", "duplicates"],
  never: ["never delivers", "never deliver"],
  ended: ["ended", "ended"],
};

/** Formats counts: ["1 paused by the server", "2 to resume"]. Omits zeros. */
export function pausedCountLabels({
  stopped,
  due,
}: Readonly<Record<"stopped" | "due", readonly object[]>>): readonly string[] {
  return [
    ...(stopped.length > 0 ? [`${formatCount(stopped.length)} paused by the server`] : []),
    ...(due.length > 0 ? [`${formatCount(due.length)} to resume`] : []),
  ];
}

export function findingCountLabel(finding: Finding, count: number): string {
  const [singular, plural] = FINDING_NOUNS[finding];
  return pluralize(count, singular, plural);
}
