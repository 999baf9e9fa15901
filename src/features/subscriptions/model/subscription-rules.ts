import type { Subscription } from "@/contract/subscriptions";
import { normalizeAddress, recipientLabel, splitRecipients } from "@/lib/recipients/recipients";
import { stripInvisible } from "@/lib/text/invisible-characters";
import { formatCount } from "@/lib/text/numbers";
import { formatDay, formatRelative, parseInstant } from "@/lib/time/dates";

/** The scope a key needs for every change of a delivery (contract, Subscriptions). */
export const SUBSCRIPTION_WRITE_SCOPE = "subscription:write";

/** What a delivery is about to do, in one word. */
export type SubscriptionState = "active" | "ended" | "overdue" | "deleted";

/** A state with why, for the list and the banner of the detail page. */
export interface SubscriptionStateDescription {
  readonly state: SubscriptionState;
  readonly label: string;
  /** A sentence on what it means. */
  readonly explanation: string;
}

/** Ms after its moment from which a delivery is overdue: servers send in rounds. */
export const OVERDUE_AFTER_MS = 60 * 60 * 1000;

/** The state of a record at a moment, judged by what was served alone. */
export function getSubscriptionState(record: Subscription, now: Date): SubscriptionState {
  if (record.deleted) return "deleted";
  if (record.next_delivery_date === null) return "ended";
  const next = parseInstant(record.next_delivery_date);
  return next && now.getTime() - next.getTime() > OVERDUE_AFTER_MS ? "overdue" : "active";
}

/** The state of a record with what it means. */
export function describeSubscriptionState(record: Subscription, now: Date): SubscriptionStateDescription {
  switch (getSubscriptionState(record, now)) {
    case "deleted":
      return {
        state: "deleted",
        label: "Deleted",
        explanation: "It is in the bin and sends nothing until it is restored.",
      };
    case "ended":
      return describeEndedState(record);
    case "overdue":
      return {
        state: "overdue",
        label: "Overdue",
        explanation: `It should have gone out ${formatRelative(record.next_delivery_date ?? "", now)}, and the server has planned nothing since.`,
      };
    case "active":
      return { state: "active", label: "Active", explanation: "It goes out as scheduled." };
  }
}

function describeEndedState(record: Subscription): SubscriptionStateDescription {
  const explanation =
    record.until_date !== null
      ? `Its schedule ran until ${formatDay(record.until_date)}; nothing will go out again.`
      : "The server has planned no further delivery.";
  return { state: "ended", label: "Ended", explanation };
}

/** What may be done with a record. */
export type SubscriptionAction = "edit" | "duplicate" | "delete" | "restore";

/** What is offered in a state. A deleted record is restored before it is edited, so that a save never surprises. */
export function availableSubscriptionActions(state: SubscriptionState): readonly SubscriptionAction[] {
  return state === "deleted" ? ["restore", "duplicate"] : ["edit", "duplicate", "delete"];
}

/** The recipients of a record, one by one and byte for byte. Only addresses stand in a list. */
export function getRecipients(record: Pick<Subscription, "target_type" | "target_value">): string[] {
  if (record.target_type === "email") return splitRecipients(record.target_value);
  return record.target_value === "" ? [] : [record.target_value];
}

/** What is delivered: "Dashboard 12", "Insight 7". */
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

/** The form in which two recipients of a channel are compared; never sent. In the path of a web address case counts. */
export function recipientKey(channel: string, recipient: string): string {
  return channel === "email" || channel === "slack" ? normalizeAddress(recipient) : recipient.trim();
}

/** The title of a record, or one made of what it sends to whom: "Dashboard 12 to ana@example.com and 2 more". */
export function subscriptionTitle(
  record: Pick<Subscription, "title" | "dashboard" | "insight" | "target_type" | "target_value">,
): { readonly text: string; readonly isGenerated: boolean } {
  const title = stripInvisible(record.title ?? "").trim();
  if (title) return { text: title, isGenerated: false };
  const [first, ...otherRecipients] = getRecipients(record);
  if (first === undefined) return { text: `${subscriptionSourceLabel(record)} to nobody`, isGenerated: true };
  const moreLabel = otherRecipients.length === 0 ? "" : ` and ${formatCount(otherRecipients.length)} more`;
  return {
    text: `${subscriptionSourceLabel(record)} to ${recipientLabel(record.target_type, first)}${moreLabel}`,
    isGenerated: true,
  };
}
