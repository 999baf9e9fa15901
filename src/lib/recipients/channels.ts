const CHANNEL_LABELS = new Map([
  ["email", "Email"],
  ["slack", "Slack"],
  ["webhook", "Webhook"],
  ["teams", "Microsoft Teams"],
]);

/**
 * Whether servers return only the host of the channel's webhooks. A host doesn't identify a recipient and can't be
 * saved as one.
 */
export function isOpaqueChannel(channel: string): boolean {
  return channel === "teams";
}

/**
 * Whether servers accept subscriptions of the channel, but never deliver them (server-generations, At a glance). Such
 * a subscription stays overdue.
 */
export function isUndeliveredChannel(channel: string): boolean {
  return channel === "webhook";
}

export const UNDELIVERED_CHANNEL_MESSAGE =
  "The server accepts webhooks but doesn't send them. Choose another channel";

/** Returns the channel's label, or the API value of an unknown channel. */
export function channelLabel(channel: string): string {
  return CHANNEL_LABELS.get(channel) ?? channel;
}

/** Returns the channel's label, and whether servers never deliver to it. */
export function markedChannelLabel(channel: string): string {
  return isUndeliveredChannel(channel) ? `${channelLabel(channel)} (never delivers)` : channelLabel(channel);
}
