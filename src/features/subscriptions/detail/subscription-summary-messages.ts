import type { Subscription } from "@/contract/subscriptions";
import { getNextDelivery, getRecipients } from "@/features/subscriptions/model/subscription-rules";
import { channelLabel } from "@/lib/recipients/channels";
import { recipientLabel } from "@/lib/recipients/recipients";
import { formatSchedule } from "@/lib/schedule/format-schedule";
import { formatScheduleEnd } from "@/lib/schedule/format-schedule-end";
import { pluralize } from "@/lib/text/numbers";
import { formatInstant } from "@/lib/time/dates";

/**
 * Summarizes a subscription, such as "Every Monday at 09:00 by email to 4 recipients. Next
 * delivery: Mon, Nov 30, 09:00."
 * @param zone IANA zone of the times
 */
export function subscriptionSummary(record: Subscription, now: Date, zone: string): string {
  const end = formatScheduleEnd(record, { zone });
  const schedule = formatSchedule(record, { zone, at: record.next_delivery_date });
  const next = getNextDelivery(record, now);
  return [
    `${schedule} ${formatDestination(record)}${end === null ? "" : `, ${end}`}.`,
    ...(next !== null ? [`Next delivery: ${formatInstant(next, { zone, now })}.`] : []),
  ].join(" ");
}

function formatDestination(record: Subscription): string {
  const { target_type: channel } = record;
  const recipients = getRecipients(record);
  const [first] = recipients;
  if (first === undefined) return "with no recipients";
  if (channel === "email") return `by email to ${pluralize(recipients.length, "recipient", "recipients")}`;
  if (channel === "webhook") return "to a webhook";
  return `to ${recipientLabel(channel, first)} (${channelLabel(channel)})`;
}
