import type { DeliveryTrigger, ProjectContext } from "@/emulator/backend/backend";
import { getSlackIntegrationId } from "@/emulator/backend/integration-catalog";
import { formatWireDate } from "@/emulator/request/request-fields";
import { RUN_START_MS, runsResource } from "./delivery-history";
import { subscriptionsResource } from "./subscriptions-resource";
import {
  computeNextDeliveryDate,
  getTargets,
  hasChanged,
  isUndeliverable,
  type SubscriptionRow,
} from "./subscriptions-row";

type DeliveryContext = Pick<ProjectContext, "project" | "generation" | "now" | "open" | "send">;

/** A change to any of these fields makes servers of 2026 deliver to everyone (server-generations, 2026 fields). */
const CONTENT_FIELDS = ["dashboard", "insight", "prompt", "dashboard_export_insights"] as const;

/** Whether anything is posted. Without a Slack workspace, servers up to 2025 post nothing and report no error. */
function isPosted({ generation, project }: DeliveryContext, row: SubscriptionRow): boolean {
  if (row.target_type === "webhook") return false;
  if (row.target_type !== "slack") return true;
  return generation === "2026" ? row.integration_id !== null : getSlackIntegrationId(project) !== undefined;
}

/** Records what a real server would send, and the run in the history of servers of 2026. */
export function send(
  context: DeliveryContext,
  row: SubscriptionRow,
  targets: readonly string[],
  trigger: DeliveryTrigger,
): void {
  if (targets.length === 0 || !isPosted(context, row)) return;
  const at = formatWireDate(context.now);
  for (const target of targets) {
    context.send({
      projectId: context.project.id,
      subscriptionId: row.id,
      channel: row.target_type,
      target,
      trigger,
      at,
    });
  }
  // The history computes scheduled runs from the schedule.
  if (context.generation !== "2026" || trigger === "scheduled") return;
  const startMs = context.now.getTime() + (trigger === "manual" ? 0 : RUN_START_MS);
  context.open(runsResource).put({
    id: crypto.randomUUID(),
    subscription: row.id,
    at: formatWireDate(new Date(startMs)),
    trigger,
  });
}

/** Whether a server of 2026 skips the deliveries that a write would cause. */
function isQuiet({ sendTestNow }: ProjectContext, requested: unknown, isUpdate: boolean): boolean {
  if (sendTestNow === "ignored") return false;
  return requested === false || (requested !== true && isUpdate && sendTestNow === "quiet-updates");
}

/**
 * Sends the deliveries that a write causes. Every new recipient gets a delivery, compared character by character, and up
 * to 2025 even while the subscription is in Trash. Servers of 2026 also deliver on changes to the content and on resume,
 * but never for a paused subscription.
 */
export function deliverAfterSave(
  context: ProjectContext,
  row: SubscriptionRow,
  request: Readonly<Record<string, unknown>>,
  before?: SubscriptionRow,
): void {
  const isNewer = context.generation === "2026";
  if (isNewer && (row.deleted || row.enabled === false)) return;
  if (isNewer && isQuiet(context, request["send_test_now"], before !== undefined)) return;
  const isResumed = isNewer && before?.enabled === false;
  const isForEveryone = isResumed || (isNewer && before && hasChanged(CONTENT_FIELDS, before, row));
  const isSameChannel = before?.target_type === row.target_type && !isForEveryone;
  const previousTargets = before && isSameChannel ? getTargets(before) : [];
  const targets = getTargets(row).filter((target) => !previousTargets.includes(target));
  send(context, row, targets, isResumed ? "resume" : "target_change");
}

/** Delivers to everyone whose subscription is due, and moves its date on. */
export function runDeliveries(context: DeliveryContext): void {
  const { now, generation, open } = context;
  const rows = open(subscriptionsResource);
  const due = Array.from(rows.all()).filter(
    ({ next_delivery_date, enabled }) =>
      next_delivery_date !== null &&
      Date.parse(next_delivery_date) <= now.getTime() &&
      !(generation === "2026" && enabled === false),
  );
  for (const row of due) {
    if (isUndeliverable(row, context.project)) continue;
    send(context, row, getTargets(row), "scheduled");
    const { restored_at, ...delivered } = row;
    rows.put({ ...delivered, next_delivery_date: computeNextDeliveryDate(row, now, generation) });
  }
}
