import {
  type Subscription,
  type SubscriptionChange,
  type SubscriptionCreation,
} from "@/contract/subscriptions";
import { joinRecipients } from "@/lib/recipients/recipient-text";
import type { Schedule } from "@/lib/schedule/format-schedule";
import { fromLocalInput } from "@/lib/time/local-input";
import { WEEKDAYS } from "@/lib/time/weekdays";
import { type FormOrigin, type SubscriptionFormValues, sameList } from "./subscription-form-values";

/** Weekdays Monday first; those this version does not know keep their order behind them. */
function sortedWeekdays(weekdays: readonly string[]): string[] {
  const known: readonly string[] = WEEKDAYS;
  return [
    ...known.filter((day) => weekdays.includes(day)),
    ...weekdays.filter((day) => !known.includes(day)),
  ];
}

function instantOf(text: string, zone: string): string | null {
  const reading = fromLocalInput(text, zone);
  return reading.ok ? reading.iso : null;
}

// Only whole numbers: what is half typed is nothing yet.
function wholeNumber(text: string): number | null {
  return /^\s*[+-]?\d+\s*$/.test(text) ? Number(text) : null;
}

const hasUntil = (end: string) => end === "on" || end === "both";
const hasCount = (end: string) => end === "after" || end === "both";

/** The schedule of what stands in the form; null while a part of it makes no sense. */
export function scheduleOf(values: SubscriptionFormValues, origin: FormOrigin): Schedule | null {
  const { record, zone, values: before } = origin;
  // What was not touched keeps what the input cannot show, such as seconds.
  const start = record && values.start === before.start ? record.start_date : instantOf(values.start, zone);
  const until =
    record?.until_date != null && values.until === before.until
      ? record.until_date
      : instantOf(values.until, zone);
  const interval = wholeNumber(values.interval);
  const count = wholeNumber(values.count);
  if (start === null || interval === null) return null;
  if (hasUntil(values.end) && until === null) return null;
  if (hasCount(values.end) && count === null) return null;
  return {
    frequency: values.frequency,
    interval,
    byweekday: values.weekdays.length === 0 ? null : sortedWeekdays(values.weekdays),
    // A position counts only together with weekdays, and 0 makes servers fail (upstream-facts, Subscriptions).
    bysetpos: values.weekdays.length === 0 ? null : wholeNumber(values.position) || null,
    start_date: start,
    until_date: hasUntil(values.end) ? until : null,
    count: hasCount(values.end) ? count : null,
  };
}

function sourceOf(values: SubscriptionFormValues): { dashboard: number | null; insight: number | null } {
  const id = wholeNumber(values.sourceId);
  return values.source === "insight" ? { dashboard: null, insight: id } : { dashboard: id, insight: null };
}

/** The trimmed target value of what was typed; recipients that were served stay byte for byte. */
function targetOf(values: SubscriptionFormValues, origin: FormOrigin): string {
  const served = origin.record ? origin.values.recipients : [];
  return joinRecipients(values.recipients.map((item) => (served.includes(item) ? item : item.trim())));
}

/**
 * The body of a creation. Optional fields that are empty are left out.
 * @throws RangeError when the values did not pass the form's schema
 */
export function toCreation(values: SubscriptionFormValues, origin: FormOrigin): SubscriptionCreation {
  const schedule = scheduleOf(values, { ...origin, record: null });
  if (schedule === null) throw new RangeError("The values were not checked by the form's schema");
  const { dashboard, insight } = sourceOf(values);
  const title = values.title.trim();
  const message = values.message.trim();
  return {
    ...(dashboard !== null && { dashboard }),
    ...(insight !== null && { insight }),
    target_type: values.channel,
    target_value: targetOf(values, { ...origin, record: null }),
    frequency: schedule.frequency,
    interval: schedule.interval,
    ...(schedule.byweekday && { byweekday: [...schedule.byweekday] }),
    ...(schedule.bysetpos !== null && { bysetpos: schedule.bysetpos }),
    start_date: schedule.start_date,
    ...(schedule.until_date !== null && { until_date: schedule.until_date }),
    ...(schedule.count !== null && { count: schedule.count }),
    ...(title && { title }),
    ...(message && { invite_message: message }),
  };
}

type Part = (values: SubscriptionFormValues, origin: FormOrigin, record: Subscription) => SubscriptionChange;

const changedSource: Part = (values, { values: before }, record) => {
  if (values.source === before.source && values.sourceId === before.sourceId) return {};
  const { dashboard, insight } = sourceOf(values);
  return {
    ...(dashboard !== record.dashboard && { dashboard }),
    ...(insight !== record.insight && { insight }),
  };
};

const changedTarget: Part = (values, origin, record) => {
  const target = sameList(values.recipients, origin.values.recipients)
    ? record.target_value
    : targetOf(values, origin);
  return {
    ...(values.channel !== record.target_type && { target_type: values.channel }),
    ...(target !== record.target_value && { target_value: target }),
  };
};

const changedDays: Part = (values, { values: before }, record) => {
  const days = sortedWeekdays(values.weekdays);
  const isSameDays = sameList(days, sortedWeekdays(before.weekdays));
  if (isSameDays && values.position === before.position) return {};
  const position = days.length === 0 ? null : wholeNumber(values.position) || null;
  return {
    ...(!isSameDays && { byweekday: days.length === 0 ? null : days }),
    ...(position !== record.bysetpos && { bysetpos: position }),
  };
};

const changedTimes: Part = (values, origin, record) => {
  const { values: before } = origin;
  const schedule = scheduleOf(values, origin);
  if (schedule === null) return {};
  const isEndTouched =
    values.end !== before.end || values.until !== before.until || values.count !== before.count;
  return {
    ...(schedule.frequency !== record.frequency && { frequency: schedule.frequency }),
    ...(schedule.interval !== record.interval && { interval: schedule.interval }),
    ...(values.start !== before.start && { start_date: schedule.start_date }),
    ...(isEndTouched && schedule.until_date !== record.until_date && { until_date: schedule.until_date }),
    ...(isEndTouched && schedule.count !== record.count && { count: schedule.count }),
  };
};

const changedTexts: Part = (values, { values: before }, record) => {
  const title = values.title.trim() || null;
  const message = values.message.trim();
  return {
    ...(values.title !== before.title && title !== record.title && { title }),
    ...(message && { invite_message: message }),
  };
};

/** The body of a partial update: what was changed in the form and nothing else; empty when nothing was. */
export function toChange(values: SubscriptionFormValues, origin: FormOrigin): SubscriptionChange {
  const { record } = origin;
  if (record === null) return {};
  const parts = [changedSource, changedTarget, changedDays, changedTimes, changedTexts];
  return Object.assign({}, ...parts.map((part) => part(values, origin, record)));
}

/** The partial update that takes a change back: every changed field as it was served. A sent message stays sent. */
export function inverseChange(before: Subscription, change: SubscriptionChange): SubscriptionChange {
  const { invite_message: _sent, ...kept } = change;
  const keys = Object.keys(kept).filter((key) => key in before);
  return Object.fromEntries(keys.map((key) => [key, before[key]]));
}
