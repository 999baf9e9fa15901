import type { ProjectContext } from "./context";
import type { Db, DeliveryTrigger } from "./db";
import { formatWireDate } from "./fields";
import { findSlackWorkspace, type MockProject } from "./seed/world";
import type { SubscriptionRow } from "./subscription-row";
import { computeNextDeliveryDate, getTargets, isUndeliverable } from "./subscription-row";

/** Time from a save until the history lists the delivery that it caused. */
const RUN_START_MS = 30_000;

/** Returns what newer servers deliver to everyone when it changes (server-generations, 2026 fields). */
const describeContent = ({ dashboard, insight, prompt = null, ...row }: SubscriptionRow) =>
  JSON.stringify([dashboard, insight, prompt, row.dashboard_export_insights ?? []]);

/** Whether anything is posted. Without a Slack workspace, older servers post nothing and report no error. */
function isPosted({ profile }: Db, project: MockProject, row: SubscriptionRow): boolean {
  if (row.target_type === "webhook") return false;
  if (row.target_type !== "slack") return true;
  return profile === "newer" ? row.integration_id !== null : findSlackWorkspace(project) !== undefined;
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
  const now = db.now().getTime();
  const run = { subscription: row.id, trigger };
  for (const target of targets.filter((each) => isAccepted(row, each))) db.outbox.push({ ...run, target });
  // The history computes scheduled runs from the schedule.
  if (db.profile !== "newer" || trigger === "scheduled") return;
  const at = formatWireDate(now + (trigger === "manual" ? 0 : RUN_START_MS));
  db.tables(project).runs.put({ ...run, id: crypto.randomUUID(), at });
}

/**
 * Sends the deliveries that a write causes. Every new recipient gets a delivery, compared character by character, and on
 * older servers even while the subscription is in Trash. Newer servers also deliver on changes to the content and on
 * resume, but never for a paused subscription, and not when the request asks for silence.
 */
export function deliverAfterSave(
  { db, project, isNewer }: ProjectContext,
  row: SubscriptionRow,
  sendTestNow: unknown,
  before?: SubscriptionRow,
): void {
  if (isNewer && (row.deleted || row.enabled === false || sendTestNow === false)) return;
  const isResumed = isNewer && before?.enabled === false;
  const isForEveryone = isResumed || (isNewer && before && describeContent(before) !== describeContent(row));
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
  for (const { restored_at, ...row } of subscriptions.rows()) {
    const isPaused = db.profile === "newer" && row.enabled === false;
    const isDue = row.next_delivery_date !== null && Date.parse(row.next_delivery_date) <= now.getTime();
    if (isPaused || !isDue || isUndeliverable(row, project)) continue;
    send(db, project, row, getTargets(row), "scheduled");
    subscriptions.put({ ...row, next_delivery_date: computeNextDeliveryDate(row, now, db.profile) });
  }
}
