import { channelLabel } from "@/lib/recipients/channels";
import { isWebUrl } from "@/lib/recipients/recipient-text";
import { recipientHint } from "@/lib/recipients/recipients";
import type { Recipient } from "./recipient-index";

export function recipientKindLabel(channel: string): string {
  return KIND_LABELS.get(channel) ?? channelLabel(channel);
}

const KIND_LABELS = new Map([
  ["email", "Email address"],
  ["slack", "Slack channel"],
  ["webhook", "Webhook"],
  ["teams", "Microsoft Teams webhook"],
]);

/** Returns a Slack channel's name, a webhook's short form, or the address itself. */
export function recipientName({ channel, address }: Pick<Recipient, "channel" | "address">): string {
  return recipientHint(channel, address);
}

/**
 * Returns whether the text is a webhook's URL, which is secret because anyone who knows it can post to the
 * channel.
 */
export function isSecretRecipient(channel: string, text: string): boolean {
  return channel !== "email" && isWebUrl(text.trim());
}
