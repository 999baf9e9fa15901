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

/** Returns the channel's label, or the API value of an unknown channel. */
export function channelLabel(channel: string): string {
  return CHANNEL_LABELS.get(channel) ?? channel;
}
