import { cleanPasted, stripInvisible } from "@/lib/text/normalize-text";

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

/** Formats a recipient for a sentence: an email address, the name of a Slack channel, or the host of a webhook. */
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

export function joinRecipients(addresses: readonly string[]): string {
  return addresses.join(",");
}

function dedupeAddresses(addresses: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const address of addresses) {
    const key = normalizeAddress(address);
    if (key !== "" && !seen.has(key)) seen.set(key, address);
  }
  return [...seen.values()];
}

/** Returns the addresses of a target value that another one lacks. */
function missingAddresses(value: string, other: string): string[] {
  const keys = new Set(splitRecipients(other).map(normalizeAddress));
  return dedupeAddresses(splitRecipients(value)).filter((part) => !keys.has(normalizeAddress(part)));
}

/** Compares two target values, ignoring case and whitespace. Returns the addresses in their original form. */
export function diffRecipients(before: string, after: string): { added: string[]; removed: string[] } {
  return { added: missingAddresses(after, before), removed: missingAddresses(before, after) };
}

/**
 * Returns the recipients to which servers deliver immediately when `after` replaces `before`. Servers trim the whole
 * value, split it at commas, and compare the parts character by character (server-generations, What mails).
 */
export function newRecipients(before: string, after: string): string[] {
  const old = new Set(before.split(","));
  return [...new Set(splitRecipients(after.trim()))].filter((part) => !old.has(part));
}

// The HTML Standard's "valid email address", which browsers use. It differs from RFC 5322.
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
/** Dots at an edge or next to each other, or more than 64 characters. Mail servers refuse such local parts (RFC 5321). */
const BAD_LOCAL_PART = /^\.|\.\.|\.@|^[^@]{65}/;

/** Whether the text is a valid email address without surrounding whitespace. The domain may be internationalized. */
export function isEmailAddress(text: string): boolean {
  return EMAIL.test(toAsciiDomains(text)) && !BAD_LOCAL_PART.test(text);
}

export function isWebUrl(text: string): boolean {
  // URL parsing accepts "https:x" and removes whitespace, but servers don't.
  return /^https?:\/\/[^\s/]\S*$/i.test(text) && URL.canParse(text);
}

const QUOTED_NAME = /["“„][^"“”\n]*["”“]\s*(?=<)/g;
const MARKDOWN_LINK = /\[[^\]\n]*\]\(([^()\s]+)\)/g;
/** An address in angle brackets, the end of an item, a comma, or a word. A comma may also separate parts of a name. */
const PASTED = /<([^<>\r\n]*)>|([;；\r\n])|[,，、]|[^\s,，、;；<>]+/g;
const EDGES = /^["'“”„‘’«»()[\]]+|["'“”‘’«»()[\]]+$/g;

/**
 * Extracts addresses from pasted text: lists, table cells, "Ana <ana@x.co>", and links. A name in front of an address in
 * angle brackets is dropped. Removes duplicates, but keeps everything else as invalid items for the user to fix.
 */
export function parsePastedRecipients(text: string): string[] {
  const items: string[] = [];
  /** Words that may turn out to be a name. */
  let words: string[] = [];
  const keepWords = () => {
    items.push(...words);
    words = [];
  };
  const plain = text.replace(QUOTED_NAME, " ").replace(MARKDOWN_LINK, " <$1> ");
  for (const [found, bracketed, end] of plain.matchAll(PASTED)) {
    const word = cleanAddress(bracketed ?? found);
    if (bracketed !== undefined && word !== "") {
      if (word.includes("@")) words = [];
      else keepWords();
      items.push(...word.split(/[\s,;]+/).map(cleanAddress));
    } else if (end !== undefined) keepWords();
    else if (word.includes("@")) {
      keepWords();
      items.push(word);
    } else if (word !== "" && !/^[,，、]$/.test(found)) words.push(word);
  }
  keepWords();
  return dedupeAddresses(items);
}

/** Removes quotes, brackets and invisible characters around an address, and the parts of a link to it. */
function cleanAddress(text: string): string {
  const bare = cleanPasted(text)
    .replace(EDGES, "")
    .replace(/^mailto:/i, "");
  const address = bare.replace(/^([^@]*@[^?]*)\?.*$/s, "$1").replace(EDGES, "");
  return address.includes("@") ? address.replace(/\.$/, "") : address;
}

const isEmpty = (part: string) => part.trim() === "";

/**
 * Replaces or removes addresses in a target value. Other text stays unchanged, including empty parts.
 * @param edit returns the new address, or null to remove the address
 */
export function editRecipients(value: string, edit: (address: string) => string | null): string {
  return value
    .split(",")
    .flatMap((part) => (isEmpty(part) ? part : (edit(part) ?? [])))
    .join(",");
}

/** Appends addresses to a target value. The existing text stays unchanged. */
export function appendRecipients(value: string, addresses: readonly string[]): string {
  return (isEmpty(value) ? addresses : [value, ...addresses]).join(",");
}

/**
 * Applies the additions and removals between `base` and `mine` to `theirs`. All arguments are target values. Other
 * recipients keep their exact text, because servers immediately send to an address whose text changed.
 */
export function mergeRecipients(base: string, theirs: string, mine: string): string {
  const { added, removed } = diffRecipients(base, mine);
  const removedKeys = new Set(removed.map(normalizeAddress));
  const current = splitRecipients(theirs);
  const remaining = current.filter((part) => !removedKeys.has(normalizeAddress(part)));
  const remainingKeys = new Set(remaining.map(normalizeAddress));
  const missing = added.filter((part) => !remainingKeys.has(normalizeAddress(part)));
  if (missing.length === 0 && remaining.length === current.length) return theirs;
  const kept = editRecipients(theirs, (part) => (removedKeys.has(normalizeAddress(part)) ? null : part));
  return missing.length === 0 ? kept : appendRecipients(kept, missing);
}
