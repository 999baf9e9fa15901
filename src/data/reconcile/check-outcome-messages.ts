import { formatList, pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";

export const APPLIED_MESSAGE = "Checked: applied.";
export const NOT_APPLIED_MESSAGE = "Checked: not applied.";
export const NOT_CREATED_MESSAGE = "Checked: not created.";

const UNVERIFIABLE_MESSAGES = {
  "not-found-yet": "Checked: not found yet. The export may still be created. Check again later.",
  "not-all-read":
    "Can't verify. Some records weren't read, or a matching record looks older than this change.",
  expired: "Can't verify. The export would have expired by now.",
  gone: "Can't verify. The record no longer exists on the server.",
  "not-returned": "Can't verify. The server doesn't return the changed fields.",
  "test-delivery": "Can't verify. See “Past deliveries” on the subscription's page.",
  "older-level": "Can't verify. The explicit level is older than this change.",
  "no-level": "Can't verify. The explicit level no longer exists.",
  "new-level": "Can't verify. The explicit level was later added again.",
} as const;

export type UnverifiableReason = keyof typeof UNVERIFIABLE_MESSAGES;

export function unverifiableMessage(reason: UnverifiableReason): string {
  return UNVERIFIABLE_MESSAGES[reason];
}

/** Describes a field with neither the old nor the new value. */
export function differentValueMessage(label: string, value: string): string {
  return `Can't verify. “${label}” is now ${value}.`;
}

export function createdMessage(noun: "export" | "subscription", id: number): string {
  return `Checked: created as ${noun} ${id}.`;
}

export function severalMatchesMessage(noun: "export" | "subscription", ids: readonly number[]): string {
  return `Can't verify. This change matches ${noun}s ${formatList(ids.map(String))}.`;
}

const MAX_LISTED_IDS = 5;

/**
 * Explains that the change may have created one of these subscriptions, and that someone may have edited it since.
 */
export function possibleMatchesMessage(ids: readonly number[]): string {
  if (ids.length === 1) {
    return `Can't verify. This change may have created subscription ${ids[0]}. Check its settings.`;
  }
  const subscriptions =
    ids.length > MAX_LISTED_IDS
      ? pluralize(ids.length, "subscription", "subscriptions")
      : `Subscriptions ${formatList(ids.map(String))}`;
  return `Can't verify. ${subscriptions} were created around the time of this change. See if one matches.`;
}

export function checkFailedMessage({ title, detail }: Pick<Problem, "title" | "detail">): string {
  return `Couldn't check the outcome. ${title}. ${detail}`;
}
