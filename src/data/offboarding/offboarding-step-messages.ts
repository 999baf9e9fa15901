import { addressKey } from "@/lib/recipients/email-match";
import { isEmailAddress } from "@/lib/recipients/recipient-text";
import type { DepartingMember } from "./match-member";

/** Returns why a text can't replace the departing member's email, or null for a valid replacement. */
export function replacementIssue(departingMember: Pick<DepartingMember, "email">, by: string): string | null {
  const text = by.trim();
  if (text === "") return "Enter a replacement.";
  if (!isEmailAddress(text)) return `“${text}” isn't a valid email address.`;
  return addressKey(text) === addressKey(departingMember.email)
    ? "This is the departing member's email address. Enter a different one."
    : null;
}

export function lastRecipientMessage(isInTrash: boolean): string {
  return isInTrash
    ? "There's no other recipient. Replace the address."
    : "There's no other recipient. Replace the address or move the subscription to Trash.";
}

export const ALREADY_IN_TRASH = "Already in Trash.";

export const UNKNOWN_MEMBERSHIP_USER =
  "The server didn't return this user, so the membership can't be removed here. Remove it on the server.";

export const UNKNOWN_LEVEL =
  "The server returned an unknown level for this person, so their access can't be changed here. Remove it on the server.";

export const END_ON_SERVER = "Remove it on the server.";

/** Result of an unfinished step that isn't needed anymore. */
export const ALREADY_DONE_REASON = "Already done.";

/** Reason for an unfinished step whose record wasn't found among the readable ones. */
export const NOT_FOUND_REASON =
  "This record wasn't found in the latest scan, which may be incomplete. Look for it on the server.";
