import { stripInvisible } from "@/lib/text/invisible-characters";

/** Splits a target value at commas as the server does: without trimming, dropping empty parts. */
export function splitRecipients(value: string): string[] {
  return value.split(",").filter((part) => part.trim() !== "");
}

/** Normalizes an address for comparison. Never send the result. */
export function normalizeAddress(text: string): string {
  return text.trim().toLowerCase();
}

/** Servers of 2026 store a Slack channel as "C0B9A53J8RF|#reports". */
const SLACK_CHANNEL = /^([^|]+)\|(.+)$/;

/** Returns the part of a Slack target that identifies the channel: its id, or the whole value where there is none. */
export function slackChannelId(target: string): string {
  return SLACK_CHANNEL.exec(target.trim())?.[1] ?? target;
}

/** Returns a recipient for display in one line: the name of a Slack channel, the host of a web address. */
export function recipientLabel(channel: string, recipient: string): string {
  const value = stripInvisible(recipient).trim();
  if (channel === "slack") return SLACK_CHANNEL.exec(value)?.[2] ?? value;
  if (channel === "email" || !URL.canParse(value)) return value;
  return new URL(value).host || value;
}
