import { stripInvisible } from "@/lib/text/invisible-characters";

/** Splits a target value at commas as the server does. Drops empty parts, but doesn't trim. */
export function splitRecipients(value: string): string[] {
  return value.split(",").filter((part) => part.trim() !== "");
}

const NON_ASCII = /\P{ASCII}/u;
const DOMAIN = /(?<=@)[\p{L}\p{M}\p{N}.-]+/gu;

/** Converts the domains of addresses to ASCII: "ana@bücher.de" becomes "ana@xn--bcher-kva.de". */
export function toAsciiDomains(text: string): string {
  // Most texts are ASCII, and the search for domains is slow.
  if (!NON_ASCII.test(text)) return text;
  return text.replace(DOMAIN, (domain) => {
    if (!NON_ASCII.test(domain)) return domain;
    const url = `http://${domain}`;
    return URL.canParse(url) ? new URL(url).hostname : domain;
  });
}

/**
 * Normalizes an address for comparison. Ignores case, surrounding whitespace, and the form of an
 * internationalized domain. Never send the result to a server.
 */
export function normalizeAddress(text: string): string {
  return toAsciiDomains(text.trim().toLowerCase());
}

/** Returns the address of the same mailbox whose text differs, or undefined. */
export function findOtherSpelling(address: string, addresses: readonly string[]): string | undefined {
  const key = normalizeAddress(address);
  return addresses.find((other) => other.trim() !== address.trim() && normalizeAddress(other) === key);
}

/** Servers since 2026 store a Slack channel as "C0B9A53J8RF|#reports". */
const SLACK_CHANNEL = /^([^|]+)\|(.+)$/;

/** Returns the channel ID of a Slack target. Without an ID, returns the whole value. */
export function slackChannelId(target: string): string {
  return SLACK_CHANNEL.exec(target.trim())?.[1] ?? target;
}

const INVISIBLE_LABEL = "Invisible characters";

/**
 * Formats a recipient for a sentence: an email address, the name of a Slack channel, or the host of
 * a webhook.
 */
export function recipientLabel(channel: string, recipient: string): string {
  const value = stripInvisible(recipient).trim();
  if (value === "") return recipient.trim() === "" ? "" : INVISIBLE_LABEL;
  const isUrl = /^https?:\/\//i.test(value);
  // A URL isn't a channel, but may be the secret URL of a webhook.
  if (channel === "slack" && !isUrl) return SLACK_CHANNEL.exec(value)?.[2] ?? value;
  if (channel === "email" || !URL.canParse(value)) return value;
  return new URL(value).host || value;
}

/** Number of trailing URL characters that `recipientHint` shows. */
const HINT_LENGTH = 4;

/**
 * Formats a recipient like `recipientLabel`, but appends the last characters of a webhook's URL to distinguish
 * webhooks. The full URL is a secret, because it lets anyone post.
 */
export function recipientHint(channel: string, recipient: string): string {
  const label = recipientLabel(channel, recipient);
  const value = stripInvisible(recipient).trim();
  if (channel === "email" || label === value || !URL.canParse(value)) return label;
  return value.length - label.length > "https:///".length ? `${label}/…${value.slice(-HINT_LENGTH)}` : label;
}
