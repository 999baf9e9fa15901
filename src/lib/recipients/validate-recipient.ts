import { stripInvisible } from "@/lib/text/normalize-text";
import { formatList } from "@/lib/text/numbers";
import { isEmailAddress, isWebUrl, parsePastedRecipients, recipientHint, slackChannelId } from "./recipients";

/** Longer texts, which only a server can contain, are shown shortened and aren't repaired. */
const MAX_TEXT_LENGTH = 1_000;
const MAX_QUOTED_LENGTH = 120;

function quote(text: string): string {
  return text.length > MAX_QUOTED_LENGTH ? `“${text.slice(0, MAX_QUOTED_LENGTH)}…”` : `“${text}”`;
}

const NOT_IN_CHANNEL_NAME = /\s|[,;:/"'“”<>]|(?<!^)@/u;
/** Hosts of the Teams app, whose links are copied by mistake. Webhooks have other hosts. */
const TEAMS_APP_HOST = /^teams\.(?:microsoft\.com|live\.com|cloud\.microsoft)$/i;

function validateEmail(value: string): string | null {
  if (isEmailAddress(value)) return null;
  const shown = stripInvisible(value).trim();
  return shown !== value && isEmailAddress(shown)
    ? `“${shown}” contains invisible characters.`
    : `${quote(value)} isn't a valid email address.`;
}

function validateSlackChannel(value: string): string | null {
  const name = slackChannelId(value);
  // A webhook's URL is a secret.
  if (isWebUrl(name)) return `${quote(recipientHint("slack", name))} is a URL. Enter a channel name or ID.`;
  const [found] = NOT_IN_CHANNEL_NAME.exec(name) ?? [];
  if (found === undefined) return null;
  return `Channel names can't contain ${found.trim() === "" ? "spaces" : `“${found}”`}.`;
}

function validateTeamsHost(host: string): string | null {
  return TEAMS_APP_HOST.test(host)
    ? `“${host}” is the address of the Teams app. Enter the URL of a webhook.`
    : null;
}

/** Returns an error message for an entered recipient, or null. Every text is valid for an unknown channel. */
export function validateRecipient(channel: string, text: string): string | null {
  const value = text.trim();
  switch (channel) {
    case "email":
      return validateEmail(value);
    case "webhook":
      return isWebUrl(value) ? null : `${quote(value)} isn't an https:// URL.`;
    case "teams":
      return isWebUrl(value)
        ? validateTeamsHost(new URL(value).host)
        : `${quote(value)} isn't an https:// URL.`;
    case "slack":
      return validateSlackChannel(value);
    default:
      return null;
  }
}

const NAMED_ADDRESS = /^(?:"[^"<>@]*"\s*|[^"<>@,;]*)<([^<>]*)>$/u;
const HOST = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?$/u;

/**
 * Returns why a stored recipient can't receive deliveries, or null. Less strict than `validateRecipient`: servers deliver
 * to "Ana <ana@x.co>", and return only the host of a Teams webhook. No webhook receives deliveries, so they aren't checked.
 */
export function validateStoredRecipient(channel: string, text: string): string | null {
  const value = text.trim();
  if (channel === "webhook") return null;
  if (channel === "teams" && HOST.test(value)) return validateTeamsHost(value);
  const address = channel === "email" ? NAMED_ADDRESS.exec(value)?.[1] : undefined;
  if (address !== undefined && isEmailAddress(address.trim())) return null;
  return validateRecipient(channel, value);
}

const SLACK_LINK = /^https:\/\/[^/]+\/(?:archives|messages)\/([A-Z\d]{8,})(?![A-Z\d])/;

/** Returns the recipients that an invalid text contains, such as two addresses. Empty if they can't be told apart. */
function repairRecipient(channel: string, text: string): readonly string[] {
  if (text.length > MAX_TEXT_LENGTH) return [];
  if (channel === "slack") return SLACK_LINK.exec(text.trim())?.slice(1) ?? [];
  const parts = channel === "email" ? parsePastedRecipients(text) : [];
  return parts.every(isEmailAddress) ? parts : [];
}

/** Describes a stored recipient that can't receive deliveries, and the fix. Null if it can. */
export function describeInvalidRecipient(channel: string, text: string): string | null {
  const issue = validateStoredRecipient(channel, text);
  if (issue === null) return null;
  const repaired = repairRecipient(channel, text);
  if (repaired.length > 0) return `${issue} Replace it with ${formatList(repaired)}.`;
  return channel === "email" ? `${issue} Correct or remove it.` : issue;
}
