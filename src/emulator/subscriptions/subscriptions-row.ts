import type { ServedUser } from "@/emulator/company/people-seed";
import { formatWireDate } from "@/emulator/request/request-fields";
import { findNextDelivery, formatSummary, type Schedule } from "./recurrence";

/** The fields that a request can set. */
export interface SubscriptionFields extends Schedule {
  readonly dashboard: number | null;
  readonly insight: number | null;
  readonly target_type: string;
  readonly target_value: string;
  readonly deleted: boolean;
  readonly title: string | null;
}

/** A stored subscription. */
export interface SubscriptionRow extends SubscriptionFields {
  readonly id: number;
  readonly created_at: string;
  readonly created_by: ServedUser | null;
  /** The next delivery date as of the last change. */
  readonly next_delivery_date: string | null;
  /** A delivery failed for good, so the next delivery date stays in the past. */
  readonly stuck?: boolean;
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

/** Computes the next delivery of a schedule in wire format. */
export function computeNextDeliveryDate(schedule: Schedule, now: Date): string | null {
  const next = findNextDelivery(schedule, now);
  return next && formatWireDate(next);
}

/** Moves the planned delivery on after it was sent. Deleted and stuck subscriptions are not sent. */
function getCurrentDeliveryDate(row: SubscriptionRow, now: Date): string | null {
  const planned = row.next_delivery_date;
  if (planned === null || row.deleted || row.stuck || Date.parse(planned) > now.getTime()) return planned;
  return computeNextDeliveryDate(row, now);
}

/** Formats a subscription for a response. */
export function serializeSubscription(row: SubscriptionRow, now: Date): unknown {
  return {
    id: row.id,
    dashboard: row.dashboard,
    insight: row.insight,
    target_type: row.target_type,
    target_value: row.target_value,
    frequency: row.frequency,
    interval: row.interval,
    byweekday: row.byweekday,
    bysetpos: row.bysetpos,
    count: row.count,
    start_date: row.start_date,
    until_date: row.until_date,
    created_at: row.created_at,
    created_by: row.created_by,
    deleted: row.deleted,
    title: row.title,
    summary: formatSummary(row),
    next_delivery_date: getCurrentDeliveryDate(row, now),
    // Sent with the first delivery and never stored (upstream-facts, Subscriptions).
    invite_message: null,
  };
}
