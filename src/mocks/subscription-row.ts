import type { Schedule as ServedSchedule } from "@/lib/schedule/format-schedule";
import { occurrencesBetween } from "@/lib/schedule/recurrence";
import type { ProjectContext } from "./context";
import { formatWireDate } from "./fields";
import type { SourceFields } from "./seed/catalog";
import type { ServedUser } from "./seed/people";
import type { MockProject, Profile } from "./seed/world";

/** A subscription's schedule fields in wire format. */
export type Schedule = Omit<ServedSchedule, "enabled" | "hasSlots" | "next_delivery_date">;

/** Fields that only newer servers have (server-generations, Subscriptions). */
export const NEWER_DEFAULTS = {
  /** False when paused. */
  enabled: true,
  dashboard_export_insights: [] as readonly number[],
  prompt: null as string | null,
  integration_id: null as number | null,
  summary_enabled: false,
  summary_prompt_guide: "",
};
export type NewerFields = Readonly<typeof NEWER_DEFAULTS>;

export interface SubscriptionFields extends Schedule, SourceFields, Partial<NewerFields> {
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

/** Returns the fields whose change reschedules the next delivery. */
export function pickSchedule(fields: Schedule): Schedule {
  const { frequency, interval, byweekday, bysetpos, count, start_date, until_date } = fields;
  return { frequency, interval, byweekday, bysetpos, count, start_date, until_date };
}

/** Splits recipients at commas without trimming, as servers do. */
export const getTargets = ({ target_type, target_value }: SubscriptionFields): readonly string[] =>
  target_type === "email" ? target_value.split(",") : [target_value];

/** Minimum time from now to the next planned delivery (upstream-facts, Subscriptions). */
const MIN_LEAD_MS = 15 * 60_000;
/** Newer servers deliver only at minutes 0 and 30. */
const SLOT_MS = 30 * 60_000;
const HOUR_MS = 3_600_000;
const LAST_MS = Date.UTC(9999, 11, 31);

/** Returns the first occurrences at or after `from`, in ms since 1970. */
export function listOccurrences(
  schedule: Schedule,
  range: { readonly from: number; readonly to?: number; readonly limit?: number },
): readonly number[] {
  return occurrencesBetween(pickSchedule(schedule), { to: LAST_MS, ...range }) ?? [];
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
  return formatWireDate(isNewer ? Math.ceil(next / SLOT_MS) * SLOT_MS : next);
}

/**
 * Whether no delivery can be made, so that the date stays in the past: for a webhook, without a source or with a
 * dashboard without insights, and after a permanent failure.
 */
export function isUndeliverable(row: SubscriptionRow, { dashboards }: MockProject): boolean {
  const tiles = dashboards.get(row.dashboard ?? 0)?.insights ?? [];
  const hasContent = row.insight !== null || tiles.length > 0 || row.prompt || row.brief;
  return !hasContent || row.stuck === true || row.target_type === "webhook";
}

/**
 * Returns the date of the next planned delivery. The date advances after each delivery, except while the subscription
 * is deleted, paused, or undeliverable, or was restored with a past date that the next hourly run delivers.
 */
export function getCurrentDeliveryDate({ now, project, db }: ProjectContext, row: SubscriptionRow) {
  const planned = row.next_delivery_date;
  const isPaused = db.profile === "newer" && row.enabled === false;
  const awaitsRun = row.restored_at !== undefined && now.getTime() - Date.parse(row.restored_at) < HOUR_MS;
  const isFrozen = row.deleted || isPaused || awaitsRun || isUndeliverable(row, project);
  if (planned === null || isFrozen || Date.parse(planned) > now.getTime()) return planned;
  return computeNextDeliveryDate(row, now, db.profile);
}
