const CHANNEL_LABELS = new Map([
  ["email", "Email"],
  ["slack", "Slack"],
  ["webhook", "Webhook"],
  ["teams", "Microsoft Teams"],
]);

/** The name of a channel; one this version does not know stays as it is on the wire. */
export function channelLabel(channel: string): string {
  return CHANNEL_LABELS.get(channel) ?? channel;
}
