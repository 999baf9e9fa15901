import { type Subscription, type SubscriptionChange, type SubscriptionCreation } from "@/api/subscriptions";
import { joinRecipients } from "@/lib/recipients/recipients";
import type { Schedule } from "@/lib/schedule/format-schedule";
import { toAsciiDigits } from "@/lib/text/numbers";
import { fromLocalInput, WEEKDAYS } from "@/lib/time/calendar-days";
import type { SubscriptionFormOrigin, SubscriptionFormValues } from "./subscription-form-values";
import {
  hasInsightsField,
  hasPositionField,
  hasWorkspaceField,
  isSameList,
} from "./subscription-form-values";

/** Sorts weekdays, Monday first. Unknown weekdays keep their order at the end. */
function sortWeekdays(weekdays: readonly string[]): string[] {
  const knownWeekdays: readonly string[] = WEEKDAYS;
  return [
    ...knownWeekdays.filter((day) => weekdays.includes(day)),
    ...weekdays.filter((day) => !knownWeekdays.includes(day)),
  ];
}

function toInstant(text: string, zone: string): string | null {
  const reading = fromLocalInput(text, zone);
  return reading.ok ? reading.iso : null;
}

// Unlike `parseInt`, rejects text after the digits.
function parseWholeNumber(text: string): number | null {
  const ascii = toAsciiDigits(text);
  return /^\s*[+-]?\d+\s*$/.test(ascii) ? Number(ascii) : null;
}

const hasUntil = (end: string) => end === "on" || end === "both";
const hasCount = (end: string) => end === "after" || end === "both";

/** Returns null when a part of the schedule is invalid. */
export function toSchedule(values: SubscriptionFormValues, origin: SubscriptionFormOrigin): Schedule | null {
  const { record, zone, values: before } = origin;
  // An unchanged date keeps its seconds, which the input doesn't show.
  const start = record && values.start === before.start ? record.start_date : toInstant(values.start, zone);
  const until =
    record?.until_date != null && values.until === before.until
      ? record.until_date
      : toInstant(values.until, zone);
  const interval = parseWholeNumber(values.interval);
  const count = parseWholeNumber(values.count);
  if (start === null || interval === null) return null;
  if (hasUntil(values.end) && until === null) return null;
  if (hasCount(values.end) && count === null) return null;
  return {
    frequency: values.frequency,
    interval,
    byweekday: values.weekdays.length === 0 ? null : sortWeekdays(values.weekdays),
    // The position 0 causes a server error (upstream-facts, Subscriptions).
    bysetpos: hasPositionField(values, origin) ? parseWholeNumber(values.position) || null : null,
    start_date: start,
    until_date: hasUntil(values.end) ? until : null,
    count: hasCount(values.end) ? count : null,
    ...(origin.capabilities.deliversInSlots && { hasSlots: true }),
  };
}

function toSource({ source, sourceId }: SubscriptionFormValues): {
  dashboard: number | null;
  insight: number | null;
} {
  const id = parseWholeNumber(sourceId);
  return {
    dashboard: source === "dashboard" ? id : null,
    insight: source === "insight" ? id : null,
  };
}

function toInsightIds({ insights }: SubscriptionFormValues): number[] {
  return [...new Set(insights.map(Number))];
}

/** Returns the target value. Trims recipients, except unchanged ones from the server. Keeps the server's empty parts. */
function toTarget(
  values: SubscriptionFormValues,
  { record, values: before }: SubscriptionFormOrigin,
): string {
  const servedRecipients = record ? before.recipients : [];
  const isEmailList = record?.target_type === "email" && values.channel === "email";
  /** Parts of the server's value that aren't copied yet. */
  const rest = isEmailList ? record.target_value.split(",") : [];
  const isEmpty = (part: string) => part.trim() === "";
  const parts = values.recipients.flatMap((item) => {
    const index = rest.indexOf(item);
    if (index >= 0) return [...rest.splice(0, index).filter(isEmpty), ...rest.splice(0, 1)];
    return servedRecipients.includes(item) ? item : item.trim();
  });
  return joinRecipients([...parts, ...rest.filter(isEmpty)]);
}

/**
 * Returns the request body of a new subscription, without empty optional fields.
 * @throws RangeError if the schedule is invalid
 */
export function toSubscriptionCreation(
  values: SubscriptionFormValues,
  origin: SubscriptionFormOrigin,
): SubscriptionCreation {
  const schedule = toSchedule(values, { ...origin, record: null });
  if (schedule === null) throw new RangeError("The values were not checked by the form's schema");
  const { dashboard, insight } = toSource(values);
  const prompt = values.source === "ai_prompt" && values.prompt.trim();
  const title = values.title.trim();
  const message = values.message.trim();
  return {
    ...(dashboard !== null && { dashboard }),
    ...(insight !== null && { insight }),
    ...(hasInsightsField(values, origin) && { dashboard_export_insights: toInsightIds(values) }),
    ...(prompt && { prompt }),
    target_type: values.channel,
    target_value: toTarget(values, { ...origin, record: null }),
    ...(hasWorkspaceField(values, origin) && { integration_id: Number(values.integration) }),
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

type ChangePart = (
  values: SubscriptionFormValues,
  origin: SubscriptionFormOrigin,
  record: Subscription,
) => SubscriptionChange;

const changedSource: ChangePart = (values, { values: before }, record) => {
  if (values.source === before.source && values.sourceId === before.sourceId) return {};
  const { dashboard, insight } = toSource(values);
  return {
    ...(dashboard !== record.dashboard && { dashboard }),
    ...(insight !== record.insight && { insight }),
  };
};

const changedContent: ChangePart = (values, origin, record) => {
  const { values: before } = origin;
  const isSelected =
    hasInsightsField(values, origin) &&
    (values.sourceId !== before.sourceId || !isSameList(values.insights, before.insights));
  const prompt = values.prompt.trim();
  return {
    ...(isSelected && { dashboard_export_insights: toInsightIds(values) }),
    ...(values.source === "ai_prompt" && prompt !== record.prompt && { prompt }),
  };
};

const changedWorkspace: ChangePart = (values, origin, record) => {
  const isChanged =
    hasWorkspaceField(values, origin) && values.integration !== String(record.integration_id ?? "");
  return isChanged ? { integration_id: Number(values.integration) } : {};
};

const changedTarget: ChangePart = (values, origin, record) => {
  const target = isSameList(values.recipients, origin.values.recipients)
    ? record.target_value
    : toTarget(values, origin);
  return {
    ...(values.channel !== record.target_type && { target_type: values.channel }),
    ...(target !== record.target_value && { target_value: target }),
  };
};

const changedWeekdays: ChangePart = (values, { values: before }, record) => {
  const days = sortWeekdays(values.weekdays);
  const isSameDays = isSameList(days, sortWeekdays(before.weekdays));
  if (isSameDays && values.position === before.position) return {};
  const position = days.length === 0 ? null : parseWholeNumber(values.position) || null;
  return {
    ...(!isSameDays && { byweekday: days.length === 0 ? null : days }),
    ...(position !== record.bysetpos && { bysetpos: position }),
  };
};

const changedTimes: ChangePart = (values, origin, record) => {
  const { values: before } = origin;
  const schedule = toSchedule(values, origin);
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

const changedTexts: ChangePart = (values, { values: before }, record) => {
  const title = values.title.trim() || null;
  const message = values.message.trim();
  return {
    ...(values.title !== before.title && title !== record.title && { title }),
    ...(message && { invite_message: message }),
  };
};

/** Returns a partial update with the changed fields. */
export function toSubscriptionChange(
  values: SubscriptionFormValues,
  origin: SubscriptionFormOrigin,
): SubscriptionChange {
  const { record } = origin;
  if (record === null) return {};
  const parts = [
    changedSource,
    changedContent,
    changedTarget,
    changedWorkspace,
    changedWeekdays,
    changedTimes,
    changedTexts,
  ];
  return Object.assign({}, ...parts.map((part) => part(values, origin, record)));
}
