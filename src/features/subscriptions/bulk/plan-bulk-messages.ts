import { channelLabel, UNDELIVERED_CHANNEL_MESSAGE } from "@/lib/recipients/channels";
import { formatList } from "@/lib/text/numbers";
import { formatDay } from "@/lib/time/dates";

const SKIP_MESSAGES = {
  "already-deleted": "Already in Trash.",
  "not-deleted": "Not in Trash.",
  "in-trash": "The subscription is in Trash. Restore it first.",
  "cannot-pause": "This server can't pause subscriptions.",
  "already-paused": "Already paused.",
  "not-paused": "Not paused.",
  "already-ended": "Already ended. Nothing is sent.",
  ended: "The schedule has ended. Set a later end, or increase the number of deliveries, first.",
  "lost-workspace": "The Slack workspace is disconnected. Reconnect it on the server first.",
  "undelivered-channel": `${UNDELIVERED_CHANNEL_MESSAGE} first.`,
  "none-listed": "The subscription has none of the listed recipients.",
  "same-address": "The old and new recipients are the same.",
  "no-end": "No end date set.",
  "same-end": "Already ends on that date.",
} as const;

export function skipMessage(reason: keyof typeof SKIP_MESSAGES): string {
  return SKIP_MESSAGES[reason];
}

export function singleDestinationMessage(channel: string): string {
  return `A ${channelLabel(channel)} subscription can have only one recipient.`;
}

/** @param known the recipient as spelled in the subscription */
export function alreadyRecipientMessage(recipient: string, known: string): string {
  return known === recipient
    ? `${recipient} is already a recipient.`
    : `${recipient} is already a recipient, spelled “${known}”.`;
}

export function notRecipientMessage(recipient: string): string {
  return `${recipient} isn't a recipient.`;
}

export function onlyRecipientMessage(recipient: string): string {
  return `${recipient} is the only recipient. Replace the recipient or delete the subscription.`;
}

export function invalidEndMessage(until: string): string {
  return `“${until}” isn't a date.`;
}

/** @param start ISO 8601 */
export function endBeforeStartMessage(start: string): string {
  return `The end must be after the start (${formatDay(start)}).`;
}

/** @param end ISO 8601 */
export function alreadyEndedMessage(end: string): string {
  return `Already ended (${formatDay(end)}).`;
}

/** States which spellings of the affected recipients a bulk action includes. */
export function spellingsMessage(spellings: readonly string[]): string {
  return `All spellings are included: ${formatList(spellings.map((spelling) => `“${spelling}”`))}.`;
}
