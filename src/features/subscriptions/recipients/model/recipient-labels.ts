import { markedChannelLabel } from "@/lib/recipients/channels";
import { isWebUrl } from "@/lib/recipients/recipient-text";
import { recipientHint } from "@/lib/recipients/recipients";
import type { Recipient } from "./recipient-index";

export function recipientKindLabel(channel: string): string {
  return KIND_LABELS.get(channel) ?? markedChannelLabel(channel);
}

const KIND_LABELS = new Map([
  ["email", "Email address"],
  ["slack", "Slack channel"],
  ["teams", "Microsoft Teams webhook"],
]);

/** Returns the name of a Slack channel, the short form of a webhook, or the address itself. */
export function recipientName({ channel, address }: Pick<Recipient, "channel" | "address">): string {
  return recipientHint(channel, address);
}

/** Whether the text is a webhook URL. Such a URL is a secret, because anyone can post with it. */
export function isSecretRecipient(channel: string, text: string): boolean {
  return channel !== "email" && isWebUrl(text.trim());
}
