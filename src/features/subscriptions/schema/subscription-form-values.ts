import type { FieldError } from "@/api/errors";
import { FREQUENCIES, type Subscription } from "@/api/subscriptions";
import type { SubscriptionCapabilities } from "@/data/capabilities/capabilities";
import { NO_CAPABILITIES, recordCapabilities } from "@/data/capabilities/capabilities";
import { getRecipients } from "@/data/subscriptions/subscriptions";
import { isOpaqueTarget } from "@/features/subscriptions/model/subscription-rules";
import { isUndeliveredChannel } from "@/lib/recipients/recipients";
import { appliesPosition } from "@/lib/schedule/schedule-rule";
import { fromLocalInput, toLocalInput, WEEKDAYS } from "@/lib/time/calendar-days";
import { parseInstant, toIso, wallClock } from "@/lib/time/dates";

/** Form values as typed. Dates are `datetime-local` values in the form's time zone. */
export interface SubscriptionFormValues {
  /** "dashboard", "insight", or another `resource_type` of a record. */
  source: string;
  sourceId: string;
  /** IDs of the dashboard's insights to send, for servers that require a selection. */
  insights: string[];
  /** ID of the dashboard on which `insights` were selected. Empty before any selection. */
  insightsOf: string;
  prompt: string;
  channel: string;
  /** ID of the Slack workspace, for servers that require it. */
  integration: string;
  /** Empty for an unchanged Teams webhook, because servers don't return its URL. */
  recipients: string[];
  frequency: string;
  interval: string;
  weekdays: string[];
  /** Empty without a position. */
  position: string;
  start: string;
  end: string;
  until: string;
  count: string;
  title: string;
  message: string;
}

/** Fields in visual order. */
export const SUBSCRIPTION_FORM_FIELDS = [
  "source",
  "sourceId",
  "insights",
  "prompt",
  "channel",
  "integration",
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

/** Initial state of a form, used to detect changes. */
export interface SubscriptionFormOrigin {
  /** IANA zone of the date inputs. */
  readonly zone: string;
  /** Null for a new subscription. */
  readonly record: Subscription | null;
  readonly values: SubscriptionFormValues;
  /** Fields that the server doesn't support are neither shown nor sent. */
  readonly capabilities: SubscriptionCapabilities;
}

/** "both" occurs only for a record with both an end date and a count. */
export const END_KINDS = ["never", "on", "after", "both"] as const;

/**
 * Returns the origin of a new subscription's form. By default, the subscription is sent weekly by
 * email. It starts on the next Monday at 09:00 local time.
 */
export function createNewSubscriptionOrigin(
  zone: string,
  now: Date,
  prefill: Partial<SubscriptionFormValues> = {},
  capabilities: SubscriptionCapabilities = NO_CAPABILITIES,
): SubscriptionFormOrigin {
  const frequency = prefill.frequency ?? "weekly";
  const weekdays = prefill.weekdays ?? suggestWeekdays(frequency, DEFAULT_LOCAL_TIME, zone, now);
  const values: SubscriptionFormValues = {
    source: "dashboard",
    sourceId: "",
    insights: [],
    insightsOf: "",
    prompt: "",
    channel: "email",
    integration: "",
    recipients: [],
    frequency,
    interval: "1",
    weekdays,
    position: "",
    start: suggestStart({ frequency, weekdays }, DEFAULT_LOCAL_TIME, zone, now),
    end: "never",
    until: "",
    count: "",
    title: "",
    message: "",
    ...prefill,
  };
  return { zone, record: null, values, capabilities };
}

function endKindOf(record: Subscription): (typeof END_KINDS)[number] {
  if (record.until_date !== null) return record.count === null ? "on" : "both";
  return record.count === null ? "never" : "after";
}

function sourceKindOf({ dashboard, insight, resource_type }: Subscription): string {
  if (dashboard !== null) return "dashboard";
  return insight === null ? resource_type || "dashboard" : "insight";
}

function toFormValues(record: Subscription, zone: string): SubscriptionFormValues {
  const source = sourceKindOf(record);
  return {
    source,
    sourceId: String((source === "insight" ? record.insight : record.dashboard) ?? ""),
    insights: (record.dashboard_export_insights ?? []).map(String),
    insightsOf: String(record.dashboard ?? ""),
    prompt: record.prompt ?? "",
    channel: record.target_type,
    integration: String(record.integration_id ?? ""),
    recipients: isOpaqueTarget(record) ? [] : getRecipients(record),
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
  return { zone, record, values: toFormValues(record, zone), capabilities: recordCapabilities(record) };
}

/** Groups of form fields that are compared together. */
const LINKED_FIELDS: readonly (readonly string[])[] = [
  ["source", "sourceId", "insights"],
  ["channel", "integration", "recipients"],
  ["weekdays", "position"],
  ["end", "until", "count"],
];

/** Returns the baseline of a restored draft: `earlier` values of changed fields, and `current` values of all others. */
export function restoreBaseline(
  current: Subscription,
  earlier: Subscription,
  changedFields: readonly string[],
): Subscription {
  const linked = LINKED_FIELDS.filter((fields) => fields.some((field) => changedFields.includes(field)));
  const restored = [...changedFields, ...linked.flat()];
  const wireFields = [...WIRE_FIELDS].filter(([, field]) => restored.includes(field));
  return { ...current, ...Object.fromEntries(wireFields.map(([wire]) => [wire, earlier[wire]])) };
}

/** Source kinds that new subscriptions can have. Only the server's own pages can set up briefs. */
const CREATABLE_SOURCES: readonly string[] = ["dashboard", "insight", "ai_prompt"];

export function createDuplicateOrigin(record: Subscription, zone: string): SubscriptionFormOrigin {
  const values = toFormValues(record, zone);
  const source = CREATABLE_SOURCES.includes(values.source) ? values.source : "dashboard";
  // Without `insightsOf`, the form checks the copied insights against the dashboard.
  const copied = {
    ...values,
    source,
    insightsOf: "",
    // Servers would accept the copy, but never deliver it.
    ...(isUndeliveredChannel(values.channel) && { channel: "email", recipients: [] }),
  };
  return { zone, record: null, values: copied, capabilities: recordCapabilities(record) };
}

export function hasInsightsField(
  { source }: Pick<SubscriptionFormValues, "source">,
  { capabilities }: Pick<SubscriptionFormOrigin, "capabilities">,
): boolean {
  return capabilities.hasInsightSelection && source === "dashboard";
}

export function hasWorkspaceField(
  { channel }: Pick<SubscriptionFormValues, "channel">,
  { capabilities }: Pick<SubscriptionFormOrigin, "capabilities">,
): boolean {
  return capabilities.hasSlackWorkspace && channel === "slack";
}

/** Reads initial values from a link, such as `?dashboard=12&byweekday=monday`. Ignores unknown values. */
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

/**
 * Whether the form shows the position. Servers ignore the position without weekdays. Newer servers apply it only to
 * monthly schedules.
 */
export function hasPositionField(
  { frequency, weekdays, position }: Pick<SubscriptionFormValues, "frequency" | "weekdays" | "position">,
  { capabilities }: Pick<SubscriptionFormOrigin, "capabilities">,
): boolean {
  if (weekdays.length === 0) return false;
  if (!appliesPosition(frequency, capabilities.limitsPositionToMonths)) return false;
  return position !== "" || frequency === "monthly" || frequency === "yearly";
}

export function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

const WIRE_FIELDS = new Map<string, SubscriptionFormField>([
  ["dashboard", "sourceId"],
  ["insight", "sourceId"],
  ["dashboard_export_insights", "insights"],
  ["prompt", "prompt"],
  ["integration_id", "integration"],
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

const END_FIELDS: ReadonlyMap<string, SubscriptionFormField> = new Map([
  ["on", "until"],
  ["both", "until"],
  ["after", "count"],
]);

/** Returns the visible form field for a server's error about an API field, or null. */
export function subscriptionFormFieldFor(
  { field: wireName, message }: FieldError,
  values: SubscriptionFormValues,
  origin: Pick<SubscriptionFormOrigin, "capabilities">,
): SubscriptionFormField | null {
  // Servers report a schedule that has ended as an error of the start (server-generations, Subscriptions).
  if (wireName === "start_date" && /until_date|end date/i.test(message)) {
    const endField = END_FIELDS.get(values.end);
    if (endField !== undefined) return endField;
  }
  const field = WIRE_FIELDS.get(wireName) ?? null;
  const { end, source } = values;
  if (wireName === "dashboard" || wireName === "insight") return wireName === source ? field : null;
  if (field === "insights") return hasInsightsField(values, origin) ? field : null;
  if (field === "integration") return hasWorkspaceField(values, origin) ? field : null;
  if (field === "prompt") return source === "ai_prompt" ? field : null;
  if (field === "position") return hasPositionField(values, origin) ? field : null;
  if (field === "until") return end === "on" || end === "both" ? field : null;
  if (field === "count") return end === "after" || end === "both" ? field : null;
  return field;
}

interface StartingSchedule {
  readonly frequency: string;
  /** Weekdays in UTC. */
  readonly weekdays: readonly string[];
}

const DAY_MS = 86_400_000;
/** Servers skip deliveries that are due sooner (upstream-facts, Subscriptions). */
const MIN_LEAD_MS = 15 * 60 * 1000;
const DEFAULT_LOCAL_TIME = "09:00";
const DEFAULT_DAY = "monday";

function utcWeekday(iso: string): string {
  const instant = parseInstant(iso);
  return (instant && WEEKDAYS[wallClock(instant, "UTC").weekday]) ?? "";
}

function localWeekday(text: string): string {
  return utcWeekday(`${text}:00Z`);
}

/**
 * Returns the local date and time of the first delivery, such as "2026-11-30T09:00". Without
 * weekdays, a weekly schedule starts on a local Monday. Returns "" for an invalid time or zone.
 */
export function suggestStart(
  { frequency, weekdays }: StartingSchedule,
  time: string,
  zone: string,
  now: Date,
): string {
  for (let offset = 0; offset <= 8; offset += 1) {
    const day = toLocalInput(toIso(new Date(now.getTime() + offset * DAY_MS)), zone).slice(0, 10);
    const text = `${day}T${time}`;
    const reading = fromLocalInput(text, zone);
    if (!reading.ok) return "";
    const isEarly = Date.parse(reading.iso) < now.getTime() + MIN_LEAD_MS;
    const isMatch =
      weekdays.length > 0
        ? weekdays.includes(utcWeekday(reading.iso))
        : frequency !== "weekly" || localWeekday(text) === DEFAULT_DAY;
    if (!isEarly && isMatch) return text;
  }
  return "";
}

/**
 * Returns the weekdays of a new schedule. A weekly schedule gets Monday if its start on a local
 * Monday is also on a Monday in UTC. Other schedules get no weekdays.
 */
export function suggestWeekdays(frequency: string, time: string, zone: string, now: Date): string[] {
  if (frequency !== "weekly") return [];
  const start = fromLocalInput(suggestStart({ frequency, weekdays: [] }, time, zone, now), zone);
  return start.ok && utcWeekday(start.iso) === DEFAULT_DAY ? [DEFAULT_DAY] : [];
}

/** Whether a local date and time is on another weekday in UTC, so that UTC weekdays look shifted. */
export function isUtcDayDifferent(text: string, zone: string): boolean {
  const reading = fromLocalInput(text, zone);
  return reading.ok && utcWeekday(reading.iso) !== localWeekday(text);
}
