import { FREQUENCIES, type Subscription } from "@/contract/subscriptions";
import { getRecipients } from "@/features/subscriptions/model/subscription-rules";
import { toLocalInput } from "@/lib/time/local-input";
import { WEEKDAYS } from "@/lib/time/weekdays";
import { suggestStart, suggestWeekdays } from "./schedule-defaults";

/** Form values as typed. Dates are `datetime-local` values in the zone of the form. */
export interface SubscriptionFormValues {
  source: string;
  sourceId: string;
  channel: string;
  recipients: string[];
  frequency: string;
  interval: string;
  weekdays: string[];
  /** "" for none. */
  position: string;
  start: string;
  end: string;
  until: string;
  count: string;
  title: string;
  message: string;
}

/** Fields in screen order. */
export const SUBSCRIPTION_FORM_FIELDS = [
  "source",
  "sourceId",
  "channel",
  "recipients",
  "interval",
  "frequency",
  "position",
  "weekdays",
  "start",
  "title",
  "end",
  "until",
  "count",
  "message",
] as const satisfies readonly (keyof SubscriptionFormValues)[];

export type SubscriptionFormField = (typeof SUBSCRIPTION_FORM_FIELDS)[number];

/** The initial state of a form, used to detect changes. */
export interface SubscriptionFormOrigin {
  /** IANA zone of the date inputs. */
  readonly zone: string;
  /** Null for a new subscription. */
  readonly record: Subscription | null;
  readonly values: SubscriptionFormValues;
}

/** "both" occurs only for records served with an end date and a count. */
export const END_KINDS = ["never", "on", "after", "both"] as const;

const DEFAULT_TIME = "09:00";

/** Weekly by email, on Monday at nine, local time. Starts with the next delivery. */
export function createNewSubscriptionOrigin(
  zone: string,
  now: Date,
  prefill: Partial<SubscriptionFormValues> = {},
): SubscriptionFormOrigin {
  const frequency = prefill.frequency ?? "weekly";
  const weekdays = prefill.weekdays ?? suggestWeekdays(frequency, DEFAULT_TIME, zone, now);
  const values: SubscriptionFormValues = {
    source: "dashboard",
    sourceId: "",
    channel: "email",
    recipients: [],
    frequency,
    interval: "1",
    weekdays,
    position: "",
    start: suggestStart({ frequency, weekdays }, DEFAULT_TIME, zone, now),
    end: "never",
    until: "",
    count: "",
    title: "",
    message: "",
    ...prefill,
  };
  return { zone, record: null, values };
}

function endKindOf(record: Subscription): (typeof END_KINDS)[number] {
  if (record.until_date !== null) return record.count === null ? "on" : "both";
  return record.count === null ? "never" : "after";
}

function toFormValues(record: Subscription, zone: string): SubscriptionFormValues {
  const isInsight = record.insight !== null && record.dashboard === null;
  return {
    source: isInsight ? "insight" : "dashboard",
    sourceId: String((isInsight ? record.insight : record.dashboard) ?? ""),
    channel: record.target_type,
    recipients: getRecipients(record),
    frequency: record.frequency,
    interval: String(record.interval),
    weekdays: [...(record.byweekday ?? [])],
    position: record.bysetpos === null ? "" : String(record.bysetpos),
    start: toLocalInput(record.start_date, zone),
    end: endKindOf(record),
    until: record.until_date === null ? "" : toLocalInput(record.until_date, zone),
    count: record.count === null ? "" : String(record.count),
    title: record.title ?? "",
    // Servers never return the message (upstream-facts, Subscriptions).
    message: "",
  };
}

export function createEditOrigin(record: Subscription, zone: string): SubscriptionFormOrigin {
  return { zone, record, values: toFormValues(record, zone) };
}

/** Form fields that are compared as one, and the wire fields that hold them. */
const FIELD_GROUPS = [
  { fields: ["source", "sourceId"], wire: ["dashboard", "insight"] },
  { fields: ["channel", "recipients"], wire: ["target_type", "target_value"] },
  { fields: ["frequency"], wire: ["frequency"] },
  { fields: ["interval"], wire: ["interval"] },
  { fields: ["weekdays", "position"], wire: ["byweekday", "bysetpos"] },
  { fields: ["start"], wire: ["start_date"] },
  { fields: ["end", "until", "count"], wire: ["until_date", "count"] },
  { fields: ["title"], wire: ["title"] },
] as const;

/**
 * Returns the record that a restored draft starts from: its changed fields as they were when they were changed, all
 * others as they are now.
 */
export function restoreBaseline(
  current: Subscription,
  earlier: Subscription,
  changedFields: readonly string[],
): Subscription {
  const wireFields = FIELD_GROUPS.flatMap(({ fields, wire }) =>
    fields.some((field) => changedFields.includes(field)) ? [...wire] : [],
  );
  return { ...current, ...Object.fromEntries(wireFields.map((field) => [field, earlier[field]])) };
}

export function createDuplicateOrigin(record: Subscription, zone: string): SubscriptionFormOrigin {
  return { zone, record: null, values: toFormValues(record, zone) };
}

/** Reads initial values from a link, e.g. `?dashboard=12&byweekday=monday`. Ignores unknown values. */
export function parsePrefill(search: URLSearchParams): Partial<SubscriptionFormValues> {
  const oneOf = <Value extends string>(values: readonly Value[], text: string | null) =>
    values.find((value) => value === text?.trim().toLowerCase());
  const source = (["dashboard", "insight"] as const).find((name) => /^\d+$/.test(search.get(name) ?? ""));
  const frequency = oneOf(FREQUENCIES, search.get("frequency"));
  const requestedWeekdays = search
    .get("byweekday")
    ?.split(",")
    .map((part) => oneOf(WEEKDAYS, part));
  return {
    ...(source && { source, sourceId: search.get(source) ?? "" }),
    ...(frequency && { frequency }),
    ...(requestedWeekdays && { weekdays: WEEKDAYS.filter((day) => requestedWeekdays.includes(day)) }),
  };
}

/** Whether the form shows the position, which servers ignore without weekdays. */
export function hasPositionField({
  frequency,
  weekdays,
  position,
}: Pick<SubscriptionFormValues, "frequency" | "weekdays" | "position">): boolean {
  return weekdays.length > 0 && (position !== "" || frequency === "monthly" || frequency === "yearly");
}

export function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

const WIRE_FIELDS = new Map<string, SubscriptionFormField>([
  ["dashboard", "sourceId"],
  ["insight", "sourceId"],
  ["target_type", "channel"],
  ["target_value", "recipients"],
  ["frequency", "frequency"],
  ["interval", "interval"],
  ["byweekday", "weekdays"],
  ["bysetpos", "position"],
  ["start_date", "start"],
  ["until_date", "until"],
  ["count", "count"],
  ["title", "title"],
  ["invite_message", "message"],
]);

/** Returns the visible form field of an API field, or null. */
export function subscriptionFormFieldFor(
  wireName: string,
  values: SubscriptionFormValues,
): SubscriptionFormField | null {
  const field = WIRE_FIELDS.get(wireName) ?? null;
  const { end, source } = values;
  if (wireName === "dashboard" || wireName === "insight") return wireName === source ? field : null;
  if (field === "position") return hasPositionField(values) ? field : null;
  if (field === "until") return end === "on" || end === "both" ? field : null;
  if (field === "count") return end === "after" || end === "both" ? field : null;
  return field;
}
