import type { EmulatedProject } from "@/emulator/backend/backend";
import { isDeliverableSource } from "@/emulator/backend/dashboard-catalog";
import type { Generation } from "@/emulator/backend/generation";
import type { ServedUser } from "@/emulator/company/people-seed";
import { formatWireDate } from "@/emulator/request/request-fields";
import { findNextDelivery, type Schedule } from "./recurrence";

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

/**
 * Makes a missing value, null, and an empty list equal, because rows of older servers lack some
 * fields.
 */
const normalize = (value: unknown) =>
  JSON.stringify(Array.isArray(value) && value.length === 0 ? null : (value ?? null));

export const hasChanged = <Name extends keyof SubscriptionFields>(
  names: readonly Name[],
  before: SubscriptionFields,
  after: SubscriptionFields,
) => names.some((name) => normalize(before[name]) !== normalize(after[name]));

/** Fields added in 2026 (server-generations, Subscriptions). Rows of older servers lack them. */
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

/**
 * Whether no delivery can be made, so that the date stays in the past: for a webhook, without a source or with one that
 * is deleted or has no insights, and after a permanent failure.
 */
export function isUndeliverable(row: SubscriptionRow, project: EmulatedProject): boolean {
  const hasSource = isDeliverableSource(project, row) || Boolean(row.prompt) || row.brief === true;
  return !hasSource || row.stuck === true || row.target_type === "webhook";
}

/** Splits recipients at commas without trimming, as servers do. */
export function getTargets(fields: SubscriptionFields): readonly string[] {
  return fields.target_type === "email" ? fields.target_value.split(",") : [fields.target_value];
}

export function isSubscriptionRow(value: unknown): value is SubscriptionRow {
  return (
    typeof value === "object" &&
    value !== null &&
    "id" in value &&
    typeof value.id === "number" &&
    "target_value" in value &&
    typeof value.target_value === "string" &&
    "start_date" in value &&
    typeof value.start_date === "string"
  );
}

/** Servers of 2026 deliver only at minutes 0 and 30. */
const SLOT_MS = 30 * 60_000;

/**
 * Computes a schedule's next delivery date. Servers of 2026 apply the position only to monthly schedules, also in rows
 * from before, and round the date up to the next slot.
 */
export function computeNextDeliveryDate(
  schedule: Schedule,
  now: Date,
  generation: Generation | undefined,
): string | null {
  if (generation !== "2026") {
    const next = findNextDelivery(schedule, now);
    return next && formatWireDate(next);
  }
  const position = schedule.frequency === "monthly" ? schedule.bysetpos : null;
  const next = findNextDelivery({ ...schedule, bysetpos: position }, now);
  if (next === null) return null;
  return formatWireDate(new Date(Math.ceil(next.getTime() / SLOT_MS) * SLOT_MS));
}
