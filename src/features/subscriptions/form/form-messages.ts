import { namelessSourceHelp } from "@/data/catalog/read-insights";
import type { NamesRefusal } from "@/data/catalog/source-labels";
import type { Receivers, SaveEffect, SendMode } from "@/data/subscriptions/save-effect-messages";
import { lowerFirst } from "@/lib/text/normalize-text";
import { pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";

/**
 * Returns the source field's help text.
 * @param refusal reason for missing names
 */
export function sourceFieldHelp(kind: "dashboard" | "insight", refusal: NamesRefusal | null): string {
  return refusal === null ? "Type a name or ID, or paste a link." : namelessSourceHelp(kind, refusal);
}

/**
 * Returns the help text for a dashboard's insights.
 * @param total number of insights on the dashboard, or null while unknown
 */
export function insightsHelp(selected: number, total: number | null): string {
  return total === null ? "Loading insights…" : `${selected} of ${total} selected.`;
}

/**
 * Returns the help text of the field for insight IDs.
 * @param refusal reason for missing names, or null after a temporary failure
 */
export function insightIdsHelp(refusal: NamesRefusal | null): string {
  if (refusal === null) return "Couldn't load names. Enter the IDs, or try again.";
  return refusal === "scope"
    ? "Separate IDs with commas. Add the scope dashboard:read to the API key to see names."
    : "Separate IDs with commas.";
}

export function workspaceFailureHelp(): string {
  return "Couldn't load names. Enter the ID, or try again.";
}

/**
 * Returns the Slack workspace field's help text, or null if it needs none.
 * @param refusal reason for missing names
 * @param count number of workspaces, or null while unknown
 */
export function workspaceHelp(refusal: NamesRefusal | null, count: number | null): string | null {
  if (refusal === "scope") return "Add the scope integration:read to the API key to see names.";
  if (refusal === "endpoint") return "The server doesn't return names. Enter the ID.";
  return count === 0 ? "No workspace is connected. Connect Slack on the server." : null;
}

/**
 * Returns the help text for an existing Teams subscription's webhook.
 * @param host the only part of the webhook URL that servers return
 */
export function keptWebhookHelp(host: string): string {
  return `Leave empty to keep the webhook at ${host}.`;
}

/** States that two addresses differ only in their spelling. Servers treat the new one as another recipient. */
export function sameMailboxNote(address: string, known: string, mode: SendMode): string {
  const pair = `“${address}” and “${known}” are the same mailbox.`;
  if (mode === "quiet") return pair;
  return `${pair} Adding it ${mode === "sends" ? "sends" : "may send"} a delivery to it.`;
}

export type SaveKind = "create" | "save";

const VERBS = { create: "Create", save: "Save" } as const satisfies Record<SaveKind, string>;

/**
 * Returns the label of the primary button.
 * @param receivers who receives an immediate delivery, or null for nobody
 */
export function saveLabel(kind: SaveKind, receivers: Receivers | null): string {
  if (receivers === null) return kind === "create" ? "Create subscription" : "Save changes";
  switch (receivers.channel) {
    case "email":
      return `${VERBS[kind]} and email ${pluralize(receivers.count, "person", "people")}`;
    case "slack":
      return `${VERBS[kind]} and post now`;
    default:
      return sendNowLabel(kind);
  }
}

/** Returns the label of the primary button if the server accepts `send_test_now`. The secondary button then sends. */
export function saveWithoutSendingLabel(kind: SaveKind): string {
  return VERBS[kind];
}

export function sendNowLabel(kind: SaveKind): string {
  return `${VERBS[kind]} and send now`;
}

/** States who receives a delivery if the user presses the secondary button. */
export function sendNowNote(kind: SaveKind, delivery: SaveEffect): string {
  return `If you choose “${sendNowLabel(kind)}”, ${lowerFirst(delivery.text)}`;
}

export const EDIT_CONFLICT_PROBLEM: Problem = {
  title: "Someone else changed this subscription",
  detail: "Your changes weren't saved. Save again to choose between their values and yours.",
  canRetry: true,
};

/**
 * Asks whether to create a subscription although an earlier attempt may have created it.
 * @param reason result of the check of that attempt
 */
export function createAgainQuestion(subject: string, reason: string | null) {
  return {
    title: `Create ${subject} again?`,
    body: `An earlier attempt may have created it.${reason === null ? "" : ` ${reason.replace("Can't verify. ", "")}`}`,
    confirmLabel: "Create anyway",
  };
}

/**
 * Describes a creation that wasn't sent, because an earlier attempt with other values has
 * succeeded.
 * @param id ID of the subscription that the earlier attempt created
 */
export function createdEarlierProblem(id: number): Problem {
  return {
    title: "An earlier attempt succeeded",
    detail: `It created subscription ${id} with your previous values. Edit that subscription, or submit again to create another.`,
    canRetry: true,
  };
}

/** Returns the toast for a second record that the server has created from the same request. */
export function createdTwiceMessage(subject: string, copyId: number) {
  return {
    title: `${subject} was created twice`,
    detail: `Subscription ${copyId} has the same content and was created at the same time, so each delivery would be sent twice.`,
    durationMs: Number.POSITIVE_INFINITY,
  };
}

/** Returns the toast for a creation that wasn't sent, because an earlier attempt has succeeded. */
export function createdEarlierMessage(subject: string) {
  return {
    title: `${subject.charAt(0).toUpperCase()}${subject.slice(1)} was already created`,
    detail: "An earlier attempt succeeded. No duplicate was created.",
  };
}
