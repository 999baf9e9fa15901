import type { DeliveryPage, PastDelivery } from "@/api/deliveries";
import type { Subscription } from "@/api/subscriptions";
import { MAX_SENDING_MS } from "@/data/subscriptions/deliveries";
import {
  describeInvalidRecipients,
  OVERDUE_AFTER_MS,
  undeliverableReasons,
} from "@/features/subscriptions/model/subscription-rules";
import { isUndeliveredChannel, UNDELIVERED_CHANNEL_MESSAGE } from "@/lib/recipients/recipients";
import { stripInvisible } from "@/lib/text/normalize-text";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { formatInstant, localZone } from "@/lib/time/dates";

/**
 * Labels for the statuses of a delivery and its recipients. A success is labeled "Sent" rather than
 * "Received", because servers don't know whether a message arrived.
 */
const STATUS_LABELS = new Map([
  ["completed", "Sent"],
  ["success", "Sent"],
  ["failed", "Failed"],
  ["partial", "Partly failed"],
  ["skipped", "Skipped"],
  ["starting", "Sending"],
]);

// The label of `target_change` is general, because servers also use it for a new source, a resumed
// subscription, and a new subscription.
const TRIGGER_LABELS = new Map([
  ["scheduled", "Scheduled"],
  ["manual", "Test"],
  ["target_change", "After a change"],
]);

function servedLabel(value: string, fallback: string): string {
  return stripInvisible(value).trim() || fallback;
}

/** Returns the label of a status. Returns the server's value without invisible characters for an unknown status. */
export function deliveryStatusLabel(status: string): string {
  return STATUS_LABELS.get(status) ?? servedLabel(status, "Unknown status");
}

/**
 * Returns why a delivery was started. Returns the server's value without invisible characters for an unknown trigger.
 */
export function deliveryTriggerLabel(trigger: string): string {
  return TRIGGER_LABELS.get(trigger) ?? servedLabel(trigger, "Unknown trigger");
}

/** Returns the server's error message from a string or an object. Null without one. */
export function deliveryErrorMessage(error: unknown): string | null {
  const message = typeof error === "object" && error !== null ? Reflect.get(error, "message") : error;
  if (typeof message !== "string") return null;
  return stripInvisible(message).trim() || null;
}

function describeOutcome(delivery: PastDelivery, now: Date): string {
  const outcome = deliveryOutcome(delivery);
  const count = delivery.recipient_results.length;
  switch (outcome) {
    case "failed":
      return "failed";
    case "partial":
      return `failed for ${formatCount(countFailedRecipients(delivery))} of ${pluralize(count, "recipient", "recipients")}`;
    case "completed":
      return "was sent";
    case "skipped":
      return "was skipped";
    case "starting":
      return now.getTime() - Date.parse(delivery.created_at ?? "") > MAX_SENDING_MS
        ? "was started, but hasn't finished"
        : "is being sent";
    default:
      return outcome === "" ? "has no status" : `has the status “${deliveryStatusLabel(outcome)}”`;
  }
}

/** Describes a delivery, such as "The delivery of Mon, Nov 23, 09:00 failed: The dashboard could not be rendered." */
export function lastDeliveryMessage(delivery: PastDelivery, now: Date): string {
  const { scheduled_at, created_at, trigger_type, recipient_results, error } = delivery;
  const noun = trigger_type === "manual" ? "test delivery" : "delivery";
  const at = scheduled_at ?? created_at;
  const subject =
    at === null ? `The last ${noun}` : `The ${noun} of ${formatInstant(at, { zone: localZone(), now })}`;
  const reasons = [error, ...recipient_results.map((result) => result.error)].map(deliveryErrorMessage);
  const reason = hasFailed(delivery) ? (reasons.find((each) => each !== null) ?? null) : null;
  const sentence = `${subject} ${describeOutcome(delivery, now)}${reason === null ? "" : `: ${reason}`}`;
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Whether a failed delivery is the one that is overdue. */
export function explainsOverdue(
  delivery: PastDelivery,
  { next_delivery_date: due }: Pick<Subscription, "next_delivery_date">,
): boolean {
  const at = Date.parse(delivery.scheduled_at ?? delivery.created_at ?? "");
  // Servers that deliver in slots may round the date of the next delivery up.
  return hasFailed(delivery) && at >= Date.parse(due ?? "") - OVERDUE_AFTER_MS;
}

/** Returns why a test delivery can't be sent. Undefined if it can. */
export function testDeliveryBlocker(record: Subscription): string | undefined {
  if (record.deleted) return "The subscription is in Trash. Restore it first.";
  if (record.enabled === false) return "The subscription is paused. Resume it first.";
  if (isUndeliveredChannel(record.target_type)) return `${UNDELIVERED_CHANNEL_MESSAGE} first.`;
  if (record.target_value.trim() === "") return "No recipients. Add one first.";
  return undeliverableReasons(record).includes("invalid-recipients")
    ? describeInvalidRecipients(record)
    : undefined;
}

/** Counts recipients whose delivery failed, at least in part. */
export function countFailedRecipients({ recipient_results: results }: PastDelivery): number {
  return results.filter(({ status }) => status === "failed" || status === "partial").length;
}

/**
 * Derives the status of a completed or failed delivery from its recipients, because the server's status doesn't
 * distinguish a partial failure from a complete one. Returns other statuses unchanged.
 */
export function deliveryOutcome(delivery: PastDelivery): string {
  const { status, recipient_results: results } = delivery;
  if (status !== "completed" && status !== "failed") return status;
  if (results.some((result) => result.status === "partial")) return "partial";
  const failedCount = countFailedRecipients(delivery);
  if (failedCount === 0) return status;
  return failedCount === results.length ? "failed" : "partial";
}

/** Whether a delivery failed, for some recipients or for all. True for a missing status, which doesn't prove a success. */
export function hasFailed(delivery: PastDelivery): boolean {
  const outcome = deliveryOutcome(delivery);
  return outcome === "failed" || outcome === "partial" || outcome === "";
}

/**
 * Whether some but not all deliveries on the page failed. Also true if older pages exist, because
 * their deliveries may differ.
 */
export function mayDifferInFailure(page: Pick<DeliveryPage, "results" | "next"> | undefined): boolean {
  if (page === undefined) return false;
  return page.next !== null || new Set(page.results.map(hasFailed)).size > 1;
}
