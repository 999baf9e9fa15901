const CHANNEL_LABELS = new Map([
  ["email", "Email"],
  ["slack", "Slack"],
  ["webhook", "Webhook"],
  ["teams", "Microsoft Teams"],
]);

/** Returns the channel's label, or the API value of an unknown channel. */
export function channelLabel(channel: string): string {
  return CHANNEL_LABELS.get(channel) ?? channel;
}
