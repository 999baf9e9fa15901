import type { Subscription } from "@/contract/subscriptions";
import { normalizeAddress, recipientLabel, splitRecipients } from "@/lib/recipients/recipients";
import { stripInvisible } from "@/lib/text/invisible-characters";
import { formatCount } from "@/lib/text/numbers";
import { formatDay, formatRelative, parseInstant } from "@/lib/time/dates";

/** Scope required to change subscriptions. */
export const SUBSCRIPTION_WRITE_SCOPE = "subscription:write";

export type SubscriptionState = "active" | "ended" | "overdue" | "deleted";

export interface SubscriptionStateDescription {
  readonly state: SubscriptionState;
  readonly label: string;
  readonly explanation: string;
}

/** Grace period: servers send in batches. */
export const OVERDUE_AFTER_MS = 60 * 60 * 1000;

/** Derives the state from the server's fields, without computing the schedule. */
export function getSubscriptionState(record: Subscription, now: Date): SubscriptionState {
  if (record.deleted) return "deleted";
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
        explanation: "In Trash. Nothing is sent until it's restored.",
      };
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

function describeEndedState(record: Subscription): SubscriptionStateDescription {
  const explanation =
    record.until_date !== null
      ? `Ended ${formatDay(record.until_date)}. No more deliveries.`
      : "No more deliveries are scheduled.";
  return { state: "ended", label: "Ended", explanation };
}

export type SubscriptionAction = "edit" | "duplicate" | "delete" | "restore";

/** Returns the available actions. A deleted record must be restored before it can be edited. */
export function availableSubscriptionActions(state: SubscriptionState): readonly SubscriptionAction[] {
  return state === "deleted" ? ["restore", "duplicate"] : ["edit", "duplicate", "delete"];
}

/** Returns the recipients without normalizing them. Only email has more than one. */
export function getRecipients(record: Pick<Subscription, "target_type" | "target_value">): string[] {
  if (record.target_type === "email") return splitRecipients(record.target_value);
  return record.target_value === "" ? [] : [record.target_value];
}

/** Returns "Dashboard 12" or "Insight 7". */
export function subscriptionSourceLabel({
  dashboard,
  insight,
}: Pick<Subscription, "dashboard" | "insight">): string {
  const parts = [
    dashboard === null ? null : `Dashboard ${dashboard}`,
    insight === null ? null : `Insight ${insight}`,
  ].filter((part) => part !== null);
  return parts.join(", ") || "No source";
}

/** Returns a key for comparing recipients, never for sending. URLs are case-sensitive. */
export function recipientKey(channel: string, recipient: string): string {
  return channel === "email" || channel === "slack" ? normalizeAddress(recipient) : recipient.trim();
}

/** Returns the title, or a generated one: "Dashboard 12 to ana@example.com and 2 more". */
export function subscriptionTitle(
  record: Pick<Subscription, "title" | "dashboard" | "insight" | "target_type" | "target_value">,
): { readonly text: string; readonly isGenerated: boolean } {
  const title = stripInvisible(record.title ?? "").trim();
  if (title) return { text: title, isGenerated: false };
  const [first, ...otherRecipients] = getRecipients(record);
  if (first === undefined)
    return { text: `${subscriptionSourceLabel(record)} with no recipients`, isGenerated: true };
  const moreLabel = otherRecipients.length === 0 ? "" : ` and ${formatCount(otherRecipients.length)} more`;
  return {
    text: `${subscriptionSourceLabel(record)} to ${recipientLabel(record.target_type, first)}${moreLabel}`,
    isGenerated: true,
  };
}
