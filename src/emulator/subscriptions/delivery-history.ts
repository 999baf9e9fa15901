import type { DeliveryTrigger, ProjectContext } from "@/emulator/backend/backend";
import { defineResource, emptySeed } from "@/emulator/backend/resource";
import { hashText, seededRandom, seededUuid } from "@/emulator/random/seed-random";
import { formatWireDate } from "@/emulator/request/request-fields";
import { getServedTarget } from "./newer-content";
import { findNextOccurrence } from "./recurrence";
import { getTargets, type SubscriptionRow } from "./subscriptions-row";

/** A delivery that a person or a save caused. */
interface RunRow {
  readonly id: string;
  readonly subscription: number;
  /** When the run starts. Until then, the history doesn't list it. */
  readonly at: string;
  /** Missing in test deliveries that older versions stored. */
  readonly trigger?: DeliveryTrigger;
}

type DeliveryStatus = "starting" | "completed" | "failed" | "skipped";

export interface Delivery {
  readonly id: string;
  readonly trigger: DeliveryTrigger;
  readonly at: Date;
  readonly status: DeliveryStatus;
}

const DAY_MS = 86_400_000;
const HISTORY_DAYS = 120;
export const DELIVERY_MS = 20_000;
/** Time from a save until the history lists the delivery that it caused. */
export const RUN_START_MS = 30_000;
/** An export of a colleague. The demo keys' owner can't open it. */
const EXPORT_ID = 6_999;

function isRun(value: unknown): value is RunRow {
  return (
    typeof value === "object" &&
    value !== null &&
    "subscription" in value &&
    typeof value.subscription === "number" &&
    "at" in value &&
    typeof value.at === "string"
  );
}

export const runsResource = defineResource<RunRow>({
  name: "test-deliveries",
  getId: (row) => row.id,
  isRow: isRun,
  seed: () => emptySeed(),
});

/**
 * Returns a planned status. Most deliveries succeed. The last delivery fails for stuck
 * subscriptions and for paused subscriptions whose integration ID is null.
 */
function planStatus(row: SubscriptionRow, number: number, isLast: boolean): DeliveryStatus {
  const isBroken = row.stuck === true || (row.enabled === false && row.integration_id === null);
  if (isLast && isBroken) return "failed";
  if (number % 17 === 5) return "skipped";
  return number % 11 === 3 ? "failed" : "completed";
}

/** Lists scheduled deliveries of recent months, oldest first. */
function listScheduled(row: SubscriptionRow, now: Date): readonly Delivery[] {
  const planned = row.next_delivery_date === null ? now.getTime() : Date.parse(row.next_delivery_date);
  const isHalted = row.deleted || row.stuck === true || row.enabled === false;
  // A stuck subscription's history includes the planned delivery, because the server attempted it.
  // The history of a paused or deleted subscription ends before the planned delivery.
  const end = isHalted ? Math.min(now.getTime(), planned + Number(row.stuck === true)) : now.getTime();
  const dates: Date[] = [];
  let after = new Date(
    Math.max(Date.parse(row.start_date), Date.parse(row.created_at), end - HISTORY_DAYS * DAY_MS) - 1,
  );
  for (;;) {
    const next = findNextOccurrence(row, after);
    if (next === null || next.getTime() >= end) break;
    dates.push(next);
    after = next;
  }
  return dates.map((at, index) => {
    const number = hashText(`delivery ${row.id} ${at.toISOString()}`);
    return {
      id: seededUuid(seededRandom(number)),
      trigger: "scheduled",
      at,
      status: planStatus(row, number, index === dates.length - 1),
    };
  });
}

function listRuns({ open, now }: ProjectContext, row: SubscriptionRow): readonly Delivery[] {
  return Array.from(open(runsResource).all())
    .filter(({ subscription, at }) => subscription === row.id && Date.parse(at) <= now.getTime())
    .map(({ id, at, trigger = "manual" }) => ({
      id,
      trigger,
      at: new Date(at),
      status: now.getTime() - Date.parse(at) < DELIVERY_MS ? "starting" : "completed",
    }));
}

/** Lists past deliveries, newest first. */
export function listDeliveries(context: ProjectContext, row: SubscriptionRow): readonly Delivery[] {
  return [...listScheduled(row, context.now), ...listRuns(context, row)].toSorted(
    (one, other) => other.at.getTime() - one.at.getTime(),
  );
}

export function serializeDelivery(row: SubscriptionRow, { id, trigger, at, status }: Delivery): unknown {
  const isFailed = status === "failed";
  const finished = new Date(at.getTime() + DELIVERY_MS);
  const targets = row.target_type === "email" ? getTargets(row) : [getServedTarget(row)];
  const result = isFailed ? "failed" : "success";
  return {
    id,
    subscription: row.id,
    trigger_type: trigger,
    scheduled_at: trigger === "scheduled" ? formatWireDate(at) : null,
    target_type: row.target_type,
    target_value: getServedTarget(row),
    exported_asset_ids: status === "completed" ? [EXPORT_ID] : [],
    content_snapshot: {},
    recipient_results:
      status === "completed" || isFailed ? targets.map((recipient) => ({ recipient, status: result })) : [],
    status,
    error: isFailed
      ? { message: "The dashboard could not be rendered in time.", type: "TimeoutError" }
      : null,
    created_at: formatWireDate(at),
    last_updated_at: formatWireDate(status === "starting" ? at : finished),
    finished_at: status === "starting" ? null : formatWireDate(finished),
    change_summary: null,
  };
}
