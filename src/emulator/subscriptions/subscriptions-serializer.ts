import type { ProjectContext } from "@/emulator/backend/backend";
import { getServedTarget, serializeNewerFields } from "./newer-content";
import { formatSummary } from "./recurrence";
import { computeNextDeliveryDate, isUndeliverable, type SubscriptionRow } from "./subscriptions-row";

const HOUR_MS = 3_600_000;

/** Whether the subscription was restored with a past date after the last hourly run, so that the next one delivers it. */
function awaitsRun({ restored_at }: SubscriptionRow, now: Date): boolean {
  return restored_at !== undefined && now.getTime() - Date.parse(restored_at) < HOUR_MS;
}

/**
 * Returns the date of the next planned delivery. The date advances after each delivery, except
 * while the subscription is deleted, paused, or undeliverable.
 */
export function getCurrentDeliveryDate(
  row: SubscriptionRow,
  { now, generation, project }: Pick<ProjectContext, "now" | "generation" | "project">,
): string | null {
  const planned = row.next_delivery_date;
  const isPaused = generation === "2026" && row.enabled === false;
  const isFrozen = row.deleted || isPaused || isUndeliverable(row, project) || awaitsRun(row, now);
  if (planned === null || isFrozen || Date.parse(planned) > now.getTime()) return planned;
  return computeNextDeliveryDate(row, now, generation);
}

export function serializeSubscription(
  row: SubscriptionRow,
  context: Pick<ProjectContext, "now" | "generation" | "project">,
): unknown {
  const isNewer = context.generation === "2026";
  return {
    id: row.id,
    dashboard: row.dashboard,
    insight: row.insight,
    target_type: row.target_type,
    target_value: getServedTarget(row),
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
    next_delivery_date: getCurrentDeliveryDate(row, context),
    // The message is sent with the first delivery and never stored (upstream-facts, Subscriptions).
    invite_message: null,
    ...(isNewer && serializeNewerFields(row)),
  };
}
