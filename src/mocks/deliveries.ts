import type { ProjectContext } from "./context";
import type { Db, DeliveryTrigger, RunRow } from "./db";
import { formatWireDate } from "./fields";
import { getSlackIntegrationId } from "./seed/integrations";
import { hashText, seededRandom, seededUuid } from "./seed/random";
import type { MockProject } from "./seed/world";
import {
  computeNextDeliveryDate,
  getTargets,
  hasChanged,
  isUndeliverable,
  listOccurrences,
  type SubscriptionRow,
} from "./subscription-row";

const DAY_MS = 86_400_000;
const HISTORY_DAYS = 120;
export const DELIVERY_MS = 20_000;
/** Time from a save until the history lists the delivery that it caused. */
const RUN_START_MS = 30_000;
/** A change to any of these fields makes newer servers deliver to everyone (server-generations, 2026 fields). */
const CONTENT_FIELDS = ["dashboard", "insight", "prompt", "dashboard_export_insights"] as const;

/** Whether anything is posted. Without a Slack workspace, older servers post nothing and report no error. */
function isPosted({ profile }: Db, project: MockProject, row: SubscriptionRow): boolean {
  if (row.target_type === "webhook") return false;
  if (row.target_type !== "slack") return true;
  return profile === "newer" ? row.integration_id !== null : getSlackIntegrationId(project) !== undefined;
}

const ADDRESS = /^(?:[^<>@,;]*<\s*)?[^\s<>"'“”;@]+@[\p{L}\p{N}.-]+(?:\s*>)?$/u;
const SLACK_CHANNEL = /^[#@]?[\p{L}\p{N}_.-]+(?:\|.*)?$/u;

/** Whether a mail server or Slack accepts the target. Servers store any text, and continue with the next target. */
export function isAccepted({ target_type: channel }: SubscriptionRow, target: string): boolean {
  if (channel === "slack") return SLACK_CHANNEL.test(target.trim());
  return channel !== "email" || ADDRESS.test(target.trim());
}

/** Records what a real server would send, and the run in the history of newer servers. */
export function send(
  db: Db,
  project: MockProject,
  row: SubscriptionRow,
  targets: readonly string[],
  trigger: DeliveryTrigger,
): void {
  if (targets.length === 0 || !isPosted(db, project, row)) return;
  const now = db.now();
  const at = formatWireDate(now);
  for (const target of targets.filter((each) => isAccepted(row, each)))
    db.outbox.push({
      projectId: project.id,
      subscriptionId: row.id,
      channel: row.target_type,
      target,
      trigger,
      at,
    });
  // The history computes scheduled runs from the schedule.
  if (db.profile !== "newer" || trigger === "scheduled") return;
  const startMs = now.getTime() + (trigger === "manual" ? 0 : RUN_START_MS);
  const id = crypto.randomUUID();
  db.tables(project).runs.put({ id, subscription: row.id, at: formatWireDate(new Date(startMs)), trigger });
}

/** Whether a newer server skips the deliveries that a write would cause. */
function isQuiet({ sendTestNow }: Db, requested: unknown, isUpdate: boolean): boolean {
  if (sendTestNow === "ignored") return false;
  return requested === false || (requested !== true && isUpdate && sendTestNow === "quiet-updates");
}

/**
 * Sends the deliveries that a write causes. Every new recipient gets a delivery, compared character by character, and on
 * older servers even while the subscription is in Trash. Newer servers also deliver on changes to the content and on
 * resume, but never for a paused subscription.
 */
export function deliverAfterSave(
  { db, project, isNewer }: ProjectContext,
  row: SubscriptionRow,
  sendTestNow: unknown,
  before?: SubscriptionRow,
): void {
  if (isNewer && (row.deleted || row.enabled === false)) return;
  if (isNewer && isQuiet(db, sendTestNow, before !== undefined)) return;
  const isResumed = isNewer && before?.enabled === false;
  const isForEveryone = isResumed || (isNewer && before && hasChanged(CONTENT_FIELDS, before, row));
  const isSameChannel = before?.target_type === row.target_type && !isForEveryone;
  const previousTargets = before && isSameChannel ? getTargets(before) : [];
  const targets = getTargets(row).filter((target) => !previousTargets.includes(target));
  send(db, project, row, targets, isResumed ? "resume" : "target_change");
}

/** Runs the server's hourly job in a project: delivers whatever is due, and moves its date on. */
export function runDeliveries(db: Db, projectId = 1): void {
  const project = db.world.projects.find(({ id }) => id === projectId);
  if (!project) throw new RangeError(`No project ${projectId}`);
  const now = db.now();
  const { subscriptions } = db.tables(project);
  for (const row of subscriptions.rows()) {
    const isPaused = db.profile === "newer" && row.enabled === false;
    const isDue = row.next_delivery_date !== null && Date.parse(row.next_delivery_date) <= now.getTime();
    if (isPaused || !isDue || isUndeliverable(row, project)) continue;
    send(db, project, row, getTargets(row), "scheduled");
    const { restored_at, ...delivered } = row;
    subscriptions.put({
      ...delivered,
      next_delivery_date: computeNextDeliveryDate(row, now, db.profile),
    });
  }
}

export interface Delivery {
  readonly id: string;
  readonly trigger: DeliveryTrigger;
  readonly at: Date;
  readonly status: "starting" | "completed" | "failed" | "skipped";
}

/**
 * Returns a planned status. Most deliveries succeed. The last one fails for stuck subscriptions, and for paused ones
 * without an integration.
 */
function planStatus(row: SubscriptionRow, number: number, isLast: boolean): Delivery["status"] {
  const isBroken = row.stuck === true || (row.enabled === false && row.integration_id === null);
  if (isLast && isBroken) return "failed";
  if (number % 17 === 5) return "skipped";
  return number % 11 === 3 ? "failed" : "completed";
}

/** Lists scheduled deliveries of recent months, oldest first. */
function listScheduled(row: SubscriptionRow, now: Date): readonly Delivery[] {
  const planned = row.next_delivery_date === null ? now.getTime() : Date.parse(row.next_delivery_date);
  const isHalted = row.deleted || row.stuck === true || row.enabled === false;
  // A stuck subscription's history includes the planned delivery, because the server attempted it. The history of a
  // paused or deleted subscription ends before the planned delivery.
  const to = isHalted ? Math.min(now.getTime(), planned + Number(row.stuck === true)) : now.getTime();
  const from = Math.max(Date.parse(row.start_date), Date.parse(row.created_at), to - HISTORY_DAYS * DAY_MS);
  const times = listOccurrences(row, { from, to });
  return times.map((time, index) => {
    const at = new Date(time);
    const number = hashText(`delivery ${row.id} ${at.toISOString()}`);
    const status = planStatus(row, number, index === times.length - 1);
    return { id: seededUuid(seededRandom(number)), trigger: "scheduled", at, status };
  });
}

function toDelivery({ id, at, trigger }: RunRow, now: Date): Delivery {
  const isRunning = now.getTime() - Date.parse(at) < DELIVERY_MS;
  return { id, trigger, at: new Date(at), status: isRunning ? "starting" : "completed" };
}

/** Lists past deliveries, newest first. */
export function listDeliveries({ now, runs }: ProjectContext, row: SubscriptionRow): readonly Delivery[] {
  const started = runs
    .rows()
    .filter(({ subscription, at }) => subscription === row.id && Date.parse(at) <= now.getTime());
  return [...listScheduled(row, now), ...started.map((run) => toDelivery(run, now))].toSorted(
    (one, other) => other.at.getTime() - one.at.getTime(),
  );
}
