import { canPauseRecord, type Subscription } from "@/api/subscriptions";
import { isSourceMissing, type SourceCheck, sourceCheckOf } from "@/data/catalog/source-labels";
import { getRecipients, hasSource } from "@/data/subscriptions/subscriptions";
import {
  isOpaqueChannel,
  isUndeliveredChannel,
  normalizeAddress,
  slackChannelId,
  UNDELIVERED_CHANNEL_MESSAGE,
} from "@/lib/recipients/recipients";
import { describeInvalidRecipient, validateStoredRecipient } from "@/lib/recipients/validate-recipient";
import { NO_NAMES, type ReferenceNames } from "@/lib/search/record-schema";
import { lowerFirst } from "@/lib/text/normalize-text";
import { formatCount } from "@/lib/text/numbers";
import { formatDay, formatRelative, parseInstant } from "@/lib/time/dates";

export const SUBSCRIPTION_WRITE_SCOPE = "subscription:write";

export type SubscriptionState = "active" | "paused" | "ended" | "never" | "overdue" | "deleted";

export interface SubscriptionStateDescription {
  readonly state: SubscriptionState;
  readonly label: string;
  readonly explanation: string;
}

/** Delay after which a delivery is overdue. Shorter delays are normal, because servers send in batches. */
export const OVERDUE_AFTER_MS = 60 * 60 * 1000;

export const SUBSCRIPTION_STATE_LABELS: Readonly<Record<SubscriptionState, string>> = {
  active: "Active",
  paused: "Paused",
  ended: "Ended",
  never: "Never delivers",
  overdue: "Overdue",
  deleted: "Deleted",
};

/**
 * Derives the state from the server's fields, without computing the schedule.
 * @param names names and checks of sources (`useCheckSources`)
 */
export function getSubscriptionState(
  record: Subscription,
  now: Date,
  names: ReferenceNames = NO_NAMES,
): SubscriptionState {
  if (record.deleted) return "deleted";
  if (hasEnded(record, now)) return "ended";
  // A paused record isn't overdue, even if its next delivery is in the past.
  if (record.enabled === false) return "paused";
  if (undeliverableReasons(record, names).length > 0) return "never";
  const next = parseInstant(record.next_delivery_date ?? "");
  return next && now.getTime() - next.getTime() > OVERDUE_AFTER_MS ? "overdue" : "active";
}

/**
 * Whether no deliveries are left, also for a paused record. The server keeps the next delivery of a paused record, but
 * refuses to resume it after the end.
 */
function hasEnded(
  { next_delivery_date: next, enabled, until_date: until }: Subscription,
  now: Date,
): boolean {
  return next === null || (enabled === false && until !== null && Date.parse(until) < now.getTime());
}

export function describeSubscriptionState(
  record: Subscription,
  now: Date,
  names: ReferenceNames = NO_NAMES,
): SubscriptionStateDescription {
  const state = getSubscriptionState(record, now, names);
  return {
    state,
    label: SUBSCRIPTION_STATE_LABELS[state],
    explanation: explainState(state, record, now, names),
  };
}

function explainState(
  state: SubscriptionState,
  record: Subscription,
  now: Date,
  names: ReferenceNames,
): string {
  switch (state) {
    case "deleted":
      return "In Trash. Scheduled deliveries stop until the subscription is restored.";
    case "paused":
      return pauseExplanation(record, names);
    case "ended":
      return record.until_date !== null && Date.parse(record.until_date) < now.getTime()
        ? `Ended ${formatDay(record.until_date)}. No more deliveries.`
        : "No more deliveries are scheduled.";
    case "overdue":
      return overdueExplanation(record, now, names);
    case "never":
      return `Never delivers: ${lowerFirst(undeliverableExplanation(record, names))}`;
    case "active":
      return "Sends on schedule.";
  }
}

/** Why servers never deliver a subscription, although it has a next delivery. No schedule helps. */
type UndeliverableReason =
  | "channel"
  | "recipients"
  | "invalid-recipients"
  | "source"
  | Exclude<SourceCheck, "deliverable">;

const UNDELIVERABLE_MESSAGES: Readonly<Record<Exclude<UndeliverableReason, "invalid-recipients">, string>> = {
  channel: `${UNDELIVERED_CHANNEL_MESSAGE}, or delete the subscription.`,
  recipients: "No recipients. Add one, or delete the subscription.",
  source: "No dashboard or insight. Choose one, or delete the subscription.",
  deleted: "The dashboard or insight is deleted. Restore it on the server, or choose another.",
  "no-insights": "The dashboard has no insights. Add insights to it on the server, or choose another source.",
};

const invalidRecipientsByRecord = new WeakMap<Subscription, readonly string[]>();

/** Returns the recipients that can't receive deliveries, such as two addresses without a comma between them. */
export function getInvalidRecipients(record: Subscription): readonly string[] {
  let found = invalidRecipientsByRecord.get(record);
  if (found === undefined) {
    const channel = record.target_type;
    found = getRecipients(record).filter((text) => validateStoredRecipient(channel, text) !== null);
    invalidRecipientsByRecord.set(record, found);
  }
  return found;
}

const MAX_DESCRIBED_RECIPIENTS = 3;

/** Describes the recipients that can't receive deliveries, and the fix. Empty if there are none. */
export function describeInvalidRecipients(record: Subscription): string {
  const recipients = getInvalidRecipients(record);
  const hidden = recipients.length - MAX_DESCRIBED_RECIPIENTS;
  return [
    ...recipients
      .slice(0, MAX_DESCRIBED_RECIPIENTS)
      .map((text) => describeInvalidRecipient(record.target_type, text)),
    ...(hidden > 0 ? [`${formatCount(hidden)} more can't receive deliveries.`] : []),
  ].join(" ");
}

/** Returns why servers never deliver a subscription that isn't deleted, paused, or ended. */
export function undeliverableReasons(
  record: Subscription,
  names: ReferenceNames = NO_NAMES,
): readonly UndeliverableReason[] {
  const reasons: UndeliverableReason[] = [];
  if (isUndeliveredChannel(record.target_type)) reasons.push("channel");
  if (!/[^\s,]/.test(record.target_value)) reasons.push("recipients");
  else if (getInvalidRecipients(record).length === getRecipients(record).length)
    reasons.push("invalid-recipients");
  const check = sourceCheckOf(record, names);
  if (!hasSource(record)) reasons.push("source");
  else if (check !== null && check !== "deliverable") reasons.push(check);
  return reasons;
}

/** Returns the reasons and what helps. Empty if there are none. */
export function undeliverableExplanation(record: Subscription, names: ReferenceNames = NO_NAMES): string {
  return undeliverableReasons(record, names)
    .map((reason) =>
      reason === "invalid-recipients" ? describeInvalidRecipients(record) : UNDELIVERABLE_MESSAGES[reason],
    )
    .join(" ");
}

function overdueExplanation(record: Subscription, now: Date, names: ReferenceNames): string {
  const due = formatRelative(record.next_delivery_date ?? "", now);
  const sentence = `Was due ${due}. It's sent with the server's next hourly run, unless something prevents it.`;
  const kind = record.dashboard === null ? "insight" : "dashboard";
  if (record[kind] === null || sourceCheckOf(record, names) === "deliverable") return sentence;
  if (isSourceMissing(record, names)) return `${sentence} The ${kind} is deleted, or your key can't read it.`;
  const sourceCause =
    kind === "dashboard" ? "the dashboard is deleted or has no insights" : "the insight is deleted";
  return `${sentence} Possible causes: ${sourceCause}, or the server isn't sending.`;
}

/** Whether a Slack subscription has lost its workspace. Servers pause the subscription and reject all changes to it. */
export function hasLostWorkspace({
  target_type,
  integration_id,
}: Pick<Subscription, "target_type" | "integration_id">): boolean {
  return target_type === "slack" && integration_id === null;
}

function pauseExplanation(record: Subscription, names: ReferenceNames): string {
  if (hasLostWorkspace(record))
    return "Paused by the server because the Slack workspace is disconnected. Reconnect the workspace on the server.";
  const reasons = undeliverableExplanation(record, names);
  return reasons === ""
    ? "Nothing is sent until the subscription is resumed."
    : `Nothing is sent, even if the subscription is resumed. ${reasons}`;
}

/** Whether the server plans deliveries, even if it can't send them. False for deleted, paused, and ended records. */
export function isPlanned(record: Subscription): boolean {
  return !record.deleted && record.enabled !== false && record.next_delivery_date !== null;
}

/** Whether the server plans deliveries and, as far as the app knows, can send them. */
export function isSending(record: Subscription, names: ReferenceNames = NO_NAMES): boolean {
  return isPlanned(record) && undeliverableReasons(record, names).length === 0;
}

/**
 * Returns when the server's next delivery is or was due. Null for deleted, paused, and ended records, if none is ever
 * sent, and if the server doesn't return it.
 */
export function getDueDate(record: Subscription, names: ReferenceNames = NO_NAMES): string | null {
  return isSending(record, names) ? (record.next_delivery_date ?? null) : null;
}

/** Returns the server's next delivery like `getDueDate`, but null for one that was due before `now`. */
export function getNextDelivery(
  record: Subscription,
  now: Date,
  names: ReferenceNames = NO_NAMES,
): string | null {
  const due = getDueDate(record, names);
  const isPast = due !== null && (parseInstant(due)?.getTime() ?? Number.NaN) < now.getTime();
  return isPast ? null : due;
}

export type SubscriptionAction = "edit" | "duplicate" | "pause" | "resume" | "delete" | "restore";

/** Returns the available actions. A deleted record must be restored before it can be edited. */
export function availableSubscriptionActions(
  record: Subscription,
  now = new Date(),
): readonly SubscriptionAction[] {
  if (record.deleted) return ["restore", "duplicate"];
  return ["edit", "duplicate", ...pauseAction(record, now), "delete"];
}

function pauseAction(record: Subscription, now: Date): readonly SubscriptionAction[] {
  // Newer servers refuse to resume a subscription that has ended, or of an undelivered channel.
  if (!canPauseRecord(record) || isUndeliveredChannel(record.target_type)) return [];
  if (hasEnded(record, now)) return [];
  return [record.enabled ? "pause" : "resume"];
}

/**
 * Whether the target can't identify its recipient. True for Teams, because servers return only the
 * webhook's host. These targets are never compared, merged, replaced, or sent back.
 */
export function isOpaqueTarget({ target_type }: Pick<Subscription, "target_type">): boolean {
  return isOpaqueChannel(target_type);
}

/**
 * Returns a key for comparing recipients. The key must not be sent, because it is normalized. URLs
 * are compared exactly, because they are case-sensitive.
 */
export function recipientKey(channel: string, recipient: string): string {
  if (channel === "slack") return normalizeAddress(slackChannelId(recipient));
  return channel === "email" ? normalizeAddress(recipient) : recipient.trim();
}
