import { occurrencesBetween } from "@/lib/schedule/occurrence-range";
import { formatWireDate } from "./fields";
import { isDeliverableSource } from "./seed/catalog";
import type { ServedUser } from "./seed/people";
import type { MockProject, Profile } from "./seed/world";

/** A subscription's schedule fields in wire format. */
export interface Schedule {
  readonly frequency: string;
  readonly interval: number;
  readonly byweekday: readonly string[] | null;
  readonly bysetpos: number | null;
  /** Total number of deliveries, counted from `start_date`. */
  readonly count: number | null;
  readonly start_date: string;
  readonly until_date: string | null;
}

/** Fields that only newer servers have (server-generations, Subscriptions). */
export interface NewerFields {
  /** False when paused. */
  readonly enabled: boolean;
  readonly dashboard_export_insights: readonly number[];
  readonly prompt: string | null;
  readonly integration_id: number | null;
  readonly summary_enabled: boolean;
  readonly summary_prompt_guide: string;
}

export interface SubscriptionFields extends Schedule, Partial<NewerFields> {
  readonly dashboard: number | null;
  readonly insight: number | null;
  readonly target_type: string;
  readonly target_value: string;
  readonly deleted: boolean;
  readonly title: string | null;
}

export interface SubscriptionRow extends SubscriptionFields {
  readonly id: number;
  readonly created_at: string;
  readonly created_by: ServedUser | null;
  /** Next delivery date as of the last change. */
  readonly next_delivery_date: string | null;
  /** Whether a delivery failed permanently. The next delivery date then stays in the past. */
  readonly stuck?: boolean;
  /** When the subscription was last restored from Trash. */
  readonly restored_at?: string;
  /** Whether the content is a Pulse brief, which can only be set up on the server's own pages. */
  readonly brief?: boolean;
}

/** A change to any of these fields reschedules the next delivery. */
export const SCHEDULE_FIELDS = [
  "frequency",
  "interval",
  "byweekday",
  "bysetpos",
  "count",
  "start_date",
  "until_date",
] as const;

/** Makes a missing value, null, and an empty list equal, because older rows lack some fields. */
const normalize = (value: unknown) =>
  JSON.stringify(Array.isArray(value) && value.length === 0 ? null : (value ?? null));

export const hasChanged = <Name extends keyof SubscriptionFields>(
  names: readonly Name[],
  before: SubscriptionFields,
  after: SubscriptionFields,
) => names.some((name) => normalize(before[name]) !== normalize(after[name]));

/** Splits recipients at commas without trimming, as servers do. */
export function getTargets({ target_type, target_value }: SubscriptionFields): readonly string[] {
  return target_type === "email" ? target_value.split(",") : [target_value];
}

/** Minimum time from now to the next planned delivery (upstream-facts, Subscriptions). */
const MIN_LEAD_MS = 15 * 60_000;
/** Newer servers deliver only at minutes 0 and 30. */
const SLOT_MS = 30 * 60_000;
const HOUR_MS = 3_600_000;
const LAST_MS = Date.UTC(9999, 11, 31);

/**
 * Moves a start in the first century ahead by a multiple of the calendar's period of 400 years and of the interval, which
 * changes no later occurrence. The library refuses such years.
 */
function moveAhead(start: string, interval: number): string {
  const date = new Date(start);
  if (date.getUTCFullYear() < 100) date.setUTCFullYear(date.getUTCFullYear() + 400 * interval);
  return date.toISOString();
}

/** Returns the first occurrences at or after `from`, in ms since 1970. */
export function listOccurrences(
  { frequency, interval, byweekday, bysetpos, count, start_date, until_date }: Schedule,
  range: { readonly from: number; readonly to?: number; readonly limit?: number },
): readonly number[] {
  const schedule = { frequency, interval, byweekday, bysetpos, count, until_date };
  return (
    occurrencesBetween(
      { ...schedule, start_date: moveAhead(start_date, interval) },
      { to: LAST_MS, ...range },
    ) ?? []
  );
}

/**
 * Computes a schedule's next delivery date. Newer servers apply the position only to monthly schedules, and round the
 * date up to the next slot.
 */
export function computeNextDeliveryDate(schedule: Schedule, now: Date, profile: Profile): string | null {
  const isNewer = profile === "newer";
  const bysetpos = isNewer && schedule.frequency !== "monthly" ? null : schedule.bysetpos;
  const from = now.getTime() + MIN_LEAD_MS + 1;
  const [next] = listOccurrences({ ...schedule, bysetpos }, { from, limit: 1 });
  if (next === undefined) return null;
  return formatWireDate(new Date(isNewer ? Math.ceil(next / SLOT_MS) * SLOT_MS : next));
}

/**
 * Whether no delivery can be made, so that the date stays in the past: for a webhook, without a source or with one that
 * is deleted or has no insights, and after a permanent failure.
 */
export function isUndeliverable(row: SubscriptionRow, project: MockProject): boolean {
  const hasSource = isDeliverableSource(project, row) || Boolean(row.prompt) || row.brief === true;
  return !hasSource || row.stuck === true || row.target_type === "webhook";
}

/**
 * Returns the date of the next planned delivery. The date advances after each delivery, except while the subscription
 * is deleted, paused, or undeliverable, or was restored with a past date that the next hourly run delivers.
 */
export function getCurrentDeliveryDate(
  row: SubscriptionRow,
  now: Date,
  project: MockProject,
  profile: Profile,
): string | null {
  const planned = row.next_delivery_date;
  const isPaused = profile === "newer" && row.enabled === false;
  const awaitsRun = row.restored_at !== undefined && now.getTime() - Date.parse(row.restored_at) < HOUR_MS;
  const isFrozen = row.deleted || isPaused || awaitsRun || isUndeliverable(row, project);
  if (planned === null || isFrozen || Date.parse(planned) > now.getTime()) return planned;
  return computeNextDeliveryDate(row, now, profile);
}

const POSITIONS: Readonly<Record<number, string>> = {
  1: "first",
  2: "second",
  3: "third",
  4: "fourth",
  [-1]: "last",
};
const UNITS: Readonly<Record<string, string>> = {
  daily: "day",
  weekly: "week",
  monthly: "month",
  yearly: "year",
};

/** Formats the schedule like the server's summary (upstream-facts, Subscriptions). */
export function formatSummary({ frequency, interval, byweekday, bysetpos }: Schedule): string {
  const unit = UNITS[frequency];
  if (unit === undefined) return "sent on a schedule";
  const every = interval > 1 ? `sent every ${interval} ${unit}s` : `sent every ${unit}`;
  const [weekday, ...others] = byweekday ?? [];
  if (weekday === undefined || bysetpos === null) return every;
  const position = POSITIONS[bysetpos];
  if (position === undefined) return "sent on a schedule";
  const day = others.length > 0 ? "day" : `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)}`;
  return `${every} on the ${position} ${day}`;
}
