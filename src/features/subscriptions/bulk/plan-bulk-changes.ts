import { canPauseRecord, type Subscription, type SubscriptionChange } from "@/api/subscriptions";
import type { PlannedSubscriptionItem } from "@/data/changes/planned-change";
import { getRecipients, subscriptionLabel } from "@/data/subscriptions/subscriptions";
import {
  getSubscriptionState,
  hasLostWorkspace,
  isOpaqueTarget,
  recipientKey,
} from "@/features/subscriptions/model/subscription-rules";
import type { RecipientPair } from "@/features/subscriptions/recipient-field/recipient-pairs";
import {
  appendRecipients,
  channelLabel,
  editRecipients,
  isUndeliveredChannel,
  recipientHint,
  UNDELIVERED_CHANNEL_MESSAGE,
} from "@/lib/recipients/recipients";
import { validateRecipient } from "@/lib/recipients/validate-recipient";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { formatDay, parseInstant } from "@/lib/time/dates";

export type BulkOperation =
  | { readonly kind: "delete" }
  | { readonly kind: "restore" }
  | {
      readonly kind: "pause";
      /** `YYYY-MM-DD` in local time. Null without a date. */
      readonly resumeOn: string | null;
    }
  | { readonly kind: "resume" }
  | { readonly kind: "add-recipient"; readonly recipient: string }
  | { readonly kind: "remove-recipient"; readonly recipient: string }
  | { readonly kind: "replace-recipient"; readonly recipient: string; readonly replacement: string }
  | { readonly kind: "replace-recipients"; readonly pairs: readonly RecipientPair[] }
  | {
      readonly kind: "set-end";
      /** ISO 8601 in UTC. Null without an end. */
      readonly until: string | null;
    };

type PlanResult =
  | { readonly kind: "change"; readonly body: SubscriptionChange }
  | { readonly kind: "nothing" | "impossible"; readonly why: string };

const planChange = (body: SubscriptionChange): PlanResult => ({ kind: "change", body });
const planNothing = (why: string): PlanResult => ({ kind: "nothing", why });
const planImpossible = (why: string): PlanResult => ({ kind: "impossible", why });

/**
 * Plans the operation. Returns one item per record, even if the record can't or needn't change.
 * @param names names of dashboards and insights, for untitled subscriptions
 */
export function planBulkChanges(
  records: readonly Subscription[],
  operation: BulkOperation,
  now: Date,
  names?: ReferenceNames,
): readonly PlannedSubscriptionItem[] {
  return records.map((record) => {
    const result = planRecord(record, operation, now);
    const common = { key: String(record.id), name: subscriptionLabel(record, names) };
    return result.kind === "change"
      ? { ...common, ...result, resource: "subscription", before: record }
      : { ...common, ...result, before: record };
  });
}

const OPAQUE_TARGET_REASON = "The server hides Teams webhooks. Edit the subscription to enter a new webhook.";

function planRecord(record: Subscription, operation: BulkOperation, now: Date): PlanResult {
  if (operation.kind === "delete") {
    return record.deleted ? planNothing("Already in Trash.") : planChange({ deleted: true });
  }
  if (operation.kind === "restore") {
    return record.deleted === false ? planNothing("Not in Trash.") : planChange({ deleted: false });
  }
  if (record.deleted) return planImpossible("The subscription is in Trash. Restore it first.");
  if (operation.kind === "pause") return pause(record, now);
  if (operation.kind === "resume") return resume(record, now);
  if (operation.kind !== "set-end" && isOpaqueTarget(record)) return planImpossible(OPAQUE_TARGET_REASON);
  switch (operation.kind) {
    case "add-recipient":
      return addRecipient(record, operation.recipient.trim());
    case "remove-recipient":
      return removeRecipient(record, operation.recipient.trim());
    case "replace-recipient":
      return replaceRecipients(record, [operation]);
    case "replace-recipients":
      return replaceRecipients(record, operation.pairs);
    case "set-end":
      return setEnd(record, operation.until, now);
  }
}

const CANNOT_PAUSE = "This server can't pause subscriptions.";

function pause(record: Subscription, now: Date): PlanResult {
  if (!canPauseRecord(record)) return planImpossible(CANNOT_PAUSE);
  if (getSubscriptionState(record, now) === "ended") return planNothing("Already ended. Nothing is sent.");
  return record.enabled ? planChange({ enabled: false }) : planNothing("Already paused.");
}

function resume(record: Subscription, now: Date): PlanResult {
  if (!canPauseRecord(record)) return planImpossible(CANNOT_PAUSE);
  if (record.enabled) return planNothing("Not paused.");
  if (getSubscriptionState(record, now) === "ended")
    return planImpossible(
      "The schedule has ended. Set a later end, or increase the number of deliveries, first.",
    );
  if (hasLostWorkspace(record))
    return planImpossible("The Slack workspace is disconnected. Reconnect it on the server first.");
  if (isUndeliveredChannel(record.target_type))
    return planImpossible(`${UNDELIVERED_CHANNEL_MESSAGE} first.`);
  return planChange({ enabled: true });
}

function addRecipient(record: Subscription, recipient: string): PlanResult {
  const { target_type: channel } = record;
  if (channel !== "email") {
    return planImpossible(`A ${channelLabel(channel)} subscription can have only one recipient.`);
  }
  const issue = validateRecipient(channel, recipient);
  if (issue !== null) return planImpossible(issue);
  const parts = getRecipients(record);
  const key = recipientKey(channel, recipient);
  const known = parts.find((part) => recipientKey(channel, part) === key)?.trim();
  if (known !== undefined) {
    const spelling = known === recipient ? "" : `, spelled “${known}”`;
    return planNothing(`${recipient} is already a recipient${spelling}.`);
  }
  return planChange({ target_value: appendRecipients(record.target_value, [recipient]) });
}

function removeRecipient(record: Subscription, recipient: string): PlanResult {
  const parts = getRecipients(record);
  if (!hasRecipient(record, parts, recipient))
    return planNothing(`${recipientHint(record.target_type, recipient)} isn't a recipient.`);
  const key = recipientKey(record.target_type, recipient);
  const isRemoved = (part: string) => recipientKey(record.target_type, part) === key;
  if (parts.every(isRemoved))
    return planImpossible(
      `${recipientHint(record.target_type, recipient)} is the only recipient. Replace the recipient or delete the subscription.`,
    );
  return planChange({
    target_value: editRecipients(record.target_value, (part) => (isRemoved(part) ? null : part)),
  });
}

/** Applies all pairs simultaneously, so that two recipients can be swapped. */
function replaceRecipients(record: Subscription, pairs: readonly RecipientPair[]): PlanResult {
  const { target_type: channel } = record;
  const parts = getRecipients(record);
  const present = pairs.filter(({ recipient }) => hasRecipient(record, parts, recipient));
  if (present.length === 0) {
    return planNothing(
      pairs.length === 1 && pairs[0] !== undefined
        ? `${recipientHint(channel, pairs[0].recipient)} isn't a recipient.`
        : "The subscription has none of the listed recipients.",
    );
  }
  const replacements = new Map<string, string>();
  for (const { recipient, replacement } of present) {
    const key = recipientKey(channel, recipient);
    if (key !== recipientKey(channel, replacement)) replacements.set(key, replacement.trim());
  }
  if (replacements.size === 0) return planNothing("The old and new recipients are the same.");
  for (const replacement of replacements.values()) {
    const issue = validateRecipient(channel, replacement);
    if (issue !== null) return planImpossible(issue);
  }
  const keys = parts.map((part) => recipientKey(channel, part));
  // If the replacement is already a recipient, the old recipient is removed.
  const presentKeys = new Set(keys.filter((key) => !replacements.has(key)));
  const replace = (part: string) => {
    const replacement = replacements.get(recipientKey(channel, part));
    if (replacement === undefined) return part;
    const key = recipientKey(channel, replacement);
    if (presentKeys.has(key)) return null;
    presentKeys.add(key);
    return replacement;
  };
  const { target_value } = record;
  return planChange({
    // Only the email channel allows several recipients. In a URL, a comma isn't a separator.
    target_value: channel === "email" ? editRecipients(target_value, replace) : (replace(target_value) ?? ""),
  });
}

function hasRecipient({ target_type }: Subscription, parts: readonly string[], recipient: string): boolean {
  const key = recipientKey(target_type, recipient);
  return parts.some((part) => recipientKey(target_type, part) === key);
}

function setEnd(record: Subscription, until: string | null, now: Date): PlanResult {
  if (until === null) {
    return record.until_date === null ? planNothing("No end date set.") : planChange({ until_date: null });
  }
  const end = parseInstant(until);
  const start = parseInstant(record.start_date);
  if (end === null) return planImpossible(`“${until}” isn't a date.`);
  const oldEnd = record.until_date === null ? null : parseInstant(record.until_date);
  if (oldEnd?.getTime() === end.getTime()) return planNothing("Already ends on that date.");
  if (start !== null && end.getTime() <= start.getTime()) {
    return planImpossible(`The end must be after the start (${formatDay(record.start_date)}).`);
  }
  if (oldEnd !== null && end < now && oldEnd < now && getSubscriptionState(record, now) === "ended") {
    return planNothing(`Already ended (${formatDay(oldEnd.toISOString())}).`);
  }
  return planChange({ until_date: until });
}

/** Returns the recipients that an operation removes or replaces, as spelled by the user. */
export function getAffectedRecipients(operation: BulkOperation): readonly string[] {
  if (operation.kind === "replace-recipients") return operation.pairs.map(({ recipient }) => recipient);
  const isAffecting = operation.kind === "remove-recipient" || operation.kind === "replace-recipient";
  return isAffecting ? [operation.recipient] : [];
}

/** Returns the spellings of the recipients in the records. Omits a recipient whose only spelling is the chosen one. */
export function listSpellings(
  records: readonly Subscription[],
  recipients: readonly string[],
): readonly string[] {
  const chosen = new Set(recipients.map((recipient) => recipient.trim()));
  /** Display texts by recipient key, and then by spelling. */
  const groups = new Map<string, Map<string, string>>();
  for (const record of records) {
    if (isOpaqueTarget(record)) continue;
    const { target_type: channel } = record;
    const keys = new Set(recipients.map((recipient) => recipientKey(channel, recipient)));
    for (const part of getRecipients(record)) {
      const key = recipientKey(channel, part);
      if (!keys.has(key)) continue;
      const group = groups.get(key) ?? new Map<string, string>();
      groups.set(key, group.set(part.trim(), recipientHint(channel, part)));
    }
  }
  const affected = [...groups.values()].filter((group) =>
    [...group.keys()].some((part) => !chosen.has(part)),
  );
  return [...new Set(affected.flatMap((group) => [...group.values()]))];
}
