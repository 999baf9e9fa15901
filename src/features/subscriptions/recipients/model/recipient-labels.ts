import { channelLabel } from "@/lib/recipients/channels";
import { isWebUrl } from "@/lib/recipients/recipient-text";
import { recipientHint } from "@/lib/recipients/recipients";
import { formatCount, formatDecimal, pluralize } from "@/lib/text/numbers";
import type { Recipient } from "./recipient-index";

const MIN_PER_WEEK = 0.01;

/** Returns e.g. "7", "3.5", "0.23", "under 0.01". */
export function formatPerWeek(perWeek: number): string {
  if (perWeek > 0 && perWeek < MIN_PER_WEEK) return `under ${formatDecimal(MIN_PER_WEEK, 2)}`;
  return formatDecimal(perWeek, perWeek < 10 ? 2 : 1);
}

/** Returns what the weekly number excludes, e.g. "1 ended, 2 overdue". Null when nothing. */
export function excludedSubscriptionsMessage({
  ended,
  overdue,
  unknownSchedules: unclear,
}: Recipient): string | null {
  const parts = [
    ended > 0 ? `${formatCount(ended)} ended` : null,
    overdue > 0 ? `${formatCount(overdue)} overdue` : null,
    unclear > 0 ? pluralize(unclear, "with an unknown schedule", "with unknown schedules") : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(", ");
}

/** Whether all subscriptions have ended or are overdue. */
export function isIdle({ records, ended, overdue }: Recipient): boolean {
  return ended + overdue === records.length;
}

export function recipientKindLabel(channel: string): string {
  return KIND_LABELS.get(channel) ?? channelLabel(channel);
}

const KIND_LABELS = new Map([
  ["email", "Email address"],
  ["slack", "Slack channel"],
  ["webhook", "Webhook"],
  ["teams", "Microsoft Teams webhook"],
]);

/** Returns the name of a Slack channel, the short form of a webhook, an address as it is. */
export function recipientName({ channel, address }: Pick<Recipient, "channel" | "address">): string {
  return recipientHint(channel, address);
}

/** Whether the text is the address of a webhook. Anyone who knows it can post to it. */
export function isSecretRecipient(channel: string, text: string): boolean {
  return channel !== "email" && isWebUrl(text.trim());
}

export function recipientRowId({ key }: Recipient): string {
  return key;
}
