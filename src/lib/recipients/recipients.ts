import { stripInvisible } from "@/lib/text/invisible-characters";

/** Splits a target value at commas as the server does: without trimming, dropping empty parts. */
export function splitRecipients(value: string): string[] {
  return value.split(",").filter((part) => part.trim() !== "");
}

/** Normalizes an address for comparison. Never send the result. */
export function normalizeAddress(text: string): string {
  return text.trim().toLowerCase();
}

/** Shortens a recipient for display: URLs are reduced to their host. */
export function recipientLabel(channel: string, recipient: string): string {
  const value = stripInvisible(recipient).trim();
  if (channel === "email" || channel === "slack" || !URL.canParse(value)) return value;
  return new URL(value).host || value;
}
