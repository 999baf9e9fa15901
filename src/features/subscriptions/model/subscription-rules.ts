import type { Subscription } from "@/contract/subscriptions";
import { canPauseRecord } from "@/data/capabilities/can-pause-record";
import { isOpaqueChannel } from "@/lib/recipients/channels";
import { normalizeAddress, slackChannelId } from "@/lib/recipients/recipients";
import { formatDay, formatRelative, parseInstant } from "@/lib/time/dates";

export {
  getRecipients,
  hasSource,
  subscriptionSourceLabel,
  subscriptionTitle,
} from "@/data/subscriptions/subscription-title";

export const SUBSCRIPTION_WRITE_SCOPE = "subscription:write";

export type SubscriptionState = "active" | "paused" | "ended" | "overdue" | "deleted";

export interface SubscriptionStateDescription {
  readonly state: SubscriptionState;
  readonly label: string;
  readonly explanation: string;
}

/**
 * Delay after which a delivery is overdue. Shorter delays are normal, because servers send in
 * batches.
 */
export const OVERDUE_AFTER_MS = 60 * 60 * 1000;

/** Derives the state from the server's fields, without computing the schedule. */
export function getSubscriptionState(record: Subscription, now: Date): SubscriptionState {
  if (record.deleted) return "deleted";
  // A paused record isn't overdue, even if its next delivery is in the past.
  if (record.enabled === false) return "paused";
  if (record.next_delivery_date === null) return "ended";
  const next = parseInstant(record.next_delivery_date);
  return next && now.getTime() - next.getTime() > OVERDUE_AFTER_MS ? "overdue" : "active";
}

export function describeSubscriptionState(record: Subscription, now: Date): SubscriptionStateDescription {
  switch (getSubscriptionState(record, now)) {
    case "deleted":
      return {
        state: "deleted",
        label: "Deleted",
        explanation: "In Trash. Scheduled deliveries stop until the subscription is restored.",
      };
    case "paused":
      return { state: "paused", label: "Paused", explanation: pauseExplanation(record) };
    case "ended":
      return describeEndedState(record);
    case "overdue":
      return {
        state: "overdue",
        label: "Overdue",
        explanation: `Was due ${formatRelative(record.next_delivery_date ?? "", now)} and hasn't been sent.`,
      };
    case "active":
      return { state: "active", label: "Active", explanation: "Sends on schedule." };
  }
}

/**
 * Whether a Slack subscription has lost its workspace. Servers pause the subscription and reject all changes to it.
 */
export function hasLostWorkspace({
  target_type,
  integration_id,
}: Pick<Subscription, "target_type" | "integration_id">): boolean {
  return target_type === "slack" && integration_id === null;
}

function pauseExplanation(record: Subscription): string {
  return hasLostWorkspace(record)
    ? "Paused by the server because the Slack workspace is disconnected. Reconnect the workspace on the server."
    : "Nothing is sent until the subscription is resumed.";
}

/** Returns the server's next delivery. Null for deleted, paused, and ended records. */
export function getNextDelivery(record: Subscription): string | null {
  return record.deleted || record.enabled === false ? null : record.next_delivery_date;
}

function describeEndedState(record: Subscription): SubscriptionStateDescription {
  const explanation =
    record.until_date !== null
      ? `Ended ${formatDay(record.until_date)}. No more deliveries.`
      : "No more deliveries are scheduled.";
  return { state: "ended", label: "Ended", explanation };
}

export type SubscriptionAction = "edit" | "duplicate" | "pause" | "resume" | "delete" | "restore";

/** Returns the available actions. A deleted record must be restored before it can be edited. */
export function availableSubscriptionActions(
  record: Pick<Subscription, "deleted" | "enabled">,
): readonly SubscriptionAction[] {
  if (record.deleted) return ["restore", "duplicate"];
  return ["edit", "duplicate", ...pauseAction(record), "delete"];
}

function pauseAction(record: Pick<Subscription, "enabled">): readonly SubscriptionAction[] {
  if (!canPauseRecord(record)) return [];
  return [record.enabled ? "pause" : "resume"];
}

/**
 * Whether the target can't identify its recipient. True for Teams, because servers return only the
 * webhook's host. These targets are never compared, merged, replaced, or sent back.
 */
export function isOpaqueTarget({ target_type }: Pick<Subscription, "target_type">): boolean {
  return isOpaqueChannel(target_type);
}

/**
 * Returns a key for comparing recipients. The key must not be sent, because it is normalized. URLs
 * are compared exactly, because they are case-sensitive.
 */
export function recipientKey(channel: string, recipient: string): string {
  if (channel === "slack") return normalizeAddress(slackChannelId(recipient));
  return channel === "email" ? normalizeAddress(recipient) : recipient.trim();
}
