import type { Subscription, SubscriptionChange, SubscriptionCreation } from "@/api/subscriptions";
import type { SendingRules } from "@/data/capabilities/capabilities";
import { changesSource, mayDeliver, recordCapabilities } from "@/data/capabilities/capabilities";
import {
  channelLabel,
  diffRecipients,
  isUndeliveredChannel,
  newRecipients,
  normalizeAddress,
  recipientLabel,
  splitRecipients,
  UNDELIVERED_CHANNEL_MESSAGE,
} from "@/lib/recipients/recipients";
import { lowerFirst, upperFirst } from "@/lib/text/normalize-text";
import { pluralForm, pluralize } from "@/lib/text/numbers";
import { formatInstant, parseInstant } from "@/lib/time/dates";
import { hasSource } from "./subscriptions";

export interface Receivers {
  readonly channel: string;
  readonly count: number;
}

export interface SaveEffect {
  readonly text: string;
  /** Whether the effect is a delivery, which can't be undone. "unknown" if it depends on the server. */
  readonly sends: boolean | "unknown";
  /** Set for an overdue delivery, which the server sends with its next hourly run. Others are immediate. */
  readonly isOverdue?: true;
  /** Set if the delivery is uncertain because the server may ignore `send_test_now: false`. */
  readonly isUnproven?: true;
  /** Set for an immediate delivery that is certain. */
  readonly receivers?: Receivers;
}

/**
 * What happens to the immediate deliveries of a save. `sends`: the server sends them. `may-send`: the request asks the
 * server not to send them, but it isn't known whether the server complies. `quiet`: the server doesn't send them.
 */
export type SendMode = "sends" | "may-send" | "quiet";

/** @param sendsNow whether the user requested an immediate delivery */
export function getSendMode({ acceptsSendTestNow, quietSaves }: SendingRules, sendsNow = false): SendMode {
  if (sendsNow || !acceptsSendTestNow || quietSaves === "broken") return "sends";
  return quietSaves === "proven" ? "quiet" : "may-send";
}

/** Returns the mode for a record, which shows whether its server accepts `send_test_now`. */
export function getRecordSendMode(record: object, rules: SendingRules, sendsNow = false): SendMode {
  const { acceptsSendTestNow } = recordCapabilities(record);
  return getSendMode({ ...rules, acceptsSendTestNow }, sendsNow);
}

const UNPROVEN_NOTE = "It isn't known yet whether this server can save without sending.";

/** Returns the note for deliveries that are uncertain because of the server. Null if there are none. */
export function unprovenNote(effects: readonly SaveEffect[]): string | null {
  return effects.some(({ isUnproven }) => isUnproven) ? UNPROVEN_NOTE : null;
}

function markUnproven(effects: readonly SaveEffect[], mode: SendMode): SaveEffect[] {
  return effects.map((effect) =>
    mode === "may-send" && effect.sends === "unknown" ? { ...effect, isUnproven: true } : effect,
  );
}

/** Servers reschedule the next delivery after a change to these fields. */
const SCHEDULE_FIELDS = [
  "frequency",
  "interval",
  "byweekday",
  "bysetpos",
  "count",
  "start_date",
  "until_date",
] as const satisfies readonly (keyof SubscriptionChange)[];

function countReceivers(channel: string, target: string): number {
  return channel === "email" ? diffRecipients("", target).added.length : 1;
}

/**
 * @param what such as "a delivery"
 * @param when such as "immediately"
 */
function deliveryText(channel: string, target: string, what: string, when: string, isCertain: boolean) {
  if (channel === "email") {
    const [singular, plural] = isCertain
      ? ["person receives", "people receive"]
      : ["person may receive", "people may receive"];
    return `${pluralize(countReceivers(channel, target), singular, plural)} ${what} ${when}.`;
  }
  const label = recipientLabel(channel, target);
  const recipient = channel === "slack" ? `Slack channel ${label}` : label;
  return upperFirst(`${what} ${isCertain ? "is" : "may be"} sent to ${recipient} ${when}.`);
}

function immediateEffect(channel: string, target: string, isCertain: boolean, reason = ""): SaveEffect {
  const text = deliveryText(channel, target, "a delivery", `immediately${reason}`, isCertain);
  return isCertain
    ? { text, sends: true, receivers: { channel, count: countReceivers(channel, target) } }
    : { text, sends: "unknown" };
}

/** Returns the effects of a creation. Servers immediately deliver to all recipients, unless the save is quiet. */
export function creationEffects(
  body: Pick<SubscriptionCreation, "target_type" | "target_value" | "invite_message" | "enabled">,
  mode: SendMode,
): SaveEffect[] {
  const { target_type: channel, target_value: target } = body;
  if (isUndeliveredChannel(channel)) return [NEVER_SENT];
  if (mode === "quiet" || body.enabled === false)
    return body.invite_message ? [MESSAGE_UNSENT, NOTHING_SENT] : [NOTHING_SENT];
  const isCertain = mode === "sends";
  if (target.trim() === "") {
    const verb = isCertain ? "receives" : "may receive";
    return [{ text: `Everyone you add ${verb} a delivery immediately.`, sends: false }];
  }
  return markUnproven([immediateEffect(channel, target, isCertain)], mode);
}

const MESSAGE_UNSENT: SaveEffect = {
  text: "The message isn't sent because it requires an immediate delivery.",
  sends: false,
};
const NEVER_SENT: SaveEffect = { text: `${UNDELIVERED_CHANNEL_MESSAGE}.`, sends: false };
const NOTHING_SENT: SaveEffect = { text: "Nothing is sent immediately.", sends: false };

function definedFields(change: SubscriptionChange): Partial<Subscription> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

function applyChange(before: Subscription, change: SubscriptionChange): Subscription {
  return { ...before, ...definedFields(change) };
}

/** Whether the server sends deliveries of the record: never to webhooks, and never without a source. */
function isDeliverable(record: Subscription): boolean {
  return record.enabled !== false && !isUndeliveredChannel(record.target_type) && hasSource(record);
}

/** Describes recipients that the server treats as new, although only their spelling differs. */
function respelledText(
  before: string,
  [first = "", ...others]: readonly string[],
  isCertain: boolean,
): string {
  const verb = isCertain ? "sends" : "may send";
  if (others.length > 0)
    return `${pluralize(others.length + 1, "recipient", "recipients")} are only spelled differently, but the server treats them as new and ${verb} them a delivery immediately.`;
  const known = splitRecipients(before).find((part) => normalizeAddress(part) === normalizeAddress(first));
  return `“${first}” and “${known}” are the same mailbox, but the server treats “${first}” as new and ${verb} it a delivery immediately.`;
}

const ADDED_TEXTS = {
  sends: ["is added and receives a delivery immediately", "are added and receive a delivery immediately"],
  "may-send": [
    "is added and may receive a delivery immediately",
    "are added and may receive a delivery immediately",
  ],
  quiet: ["is added and receives the next delivery", "are added and receive the next delivery"],
} as const satisfies Record<SendMode, readonly [string, string]>;

/** Servers deliver to recipients whose exact text is new, even if the mailbox isn't. */
function recipientEffects(before: string, after: string, mode: SendMode): SaveEffect[] {
  const { added, removed } = diffRecipients(before, after);
  const addedKeys = new Set(added.map(normalizeAddress));
  const respelled = newRecipients(before, after).filter((part) => !addedKeys.has(normalizeAddress(part)));
  const toEffect = (text: string, count: number): SaveEffect => {
    if (mode === "sends") return { text, sends: true, receivers: { channel: "email", count } };
    return { text, sends: mode === "quiet" ? false : "unknown" };
  };
  const effects: SaveEffect[] = [];
  if (added.length > 0) {
    const [singular, pluralNoun] = ADDED_TEXTS[mode];
    const verb = pluralForm(added.length, singular, pluralNoun);
    effects.push(toEffect(`${pluralize(added.length, "person", "people")} ${verb}.`, added.length));
  }
  if (respelled.length > 0 && mode !== "quiet")
    effects.push(toEffect(respelledText(before, respelled, mode === "sends"), respelled.length));
  if (removed.length > 0) {
    const text = `${pluralize(removed.length, "person is", "people are")} removed without being notified.`;
    effects.push({ text, sends: false });
  }
  return effects;
}

function targetEffects(before: Subscription, after: Subscription, mode: SendMode): SaveEffect[] {
  const { target_type: channel, target_value: target } = after;
  const effects: SaveEffect[] = [];
  if (channel === before.target_type && channel === "email")
    return recipientEffects(before.target_value, target, mode);
  if (channel !== before.target_type)
    effects.push({ text: `The channel changes to ${channelLabel(channel)}.`, sends: false });
  if (target !== before.target_value && mode !== "quiet")
    effects.push(immediateEffect(channel, target, mode === "sends"));
  return effects;
}

/** Returns why the server delivers to all recipients, or null if it delivers only to new ones. */
function everyoneReason(before: Subscription, change: SubscriptionChange): string | null {
  if (change.enabled === true && before.enabled === false) return " because the subscription is resumed";
  return changesSource(change) ? " because the source changes" : null;
}

/** Whether the record's server was released since 2026. Other changes than new recipients then deliver, too. */
function isNewer(record: object): boolean {
  const { canPause, acceptsSendTestNow } = recordCapabilities(record);
  return canPause || acceptsSendTestNow;
}

/** Returns the immediate deliveries of a change, and its effects on recipients. */
function deliveryEffects(before: Subscription, change: SubscriptionChange, mode: SendMode): SaveEffect[] {
  const after = applyChange(before, change);
  if (!isDeliverable(after)) return targetEffects(before, after, "quiet");
  const isNewerServer = isNewer(before);
  // Servers of 2024 deliver to recipients who are added in Trash. Newer ones may not.
  const certainMode = isNewerServer && after.deleted && mode === "sends" ? "may-send" : mode;
  const { target_type: channel, target_value: target } = after;
  const reason = isNewerServer && mode !== "quiet" ? everyoneReason(before, change) : null;
  if (reason !== null) return [immediateEffect(channel, target, certainMode === "sends", reason)];
  const effects = targetEffects(before, after, certainMode);
  const isUnknown = isNewerServer && mode !== "quiet" && mayDeliver(change);
  return isUnknown && effects.every(({ sends }) => sends === false)
    ? [...effects, immediateEffect(channel, target, false)]
    : effects;
}

/** After this delay, something prevents the delivery. Servers send due deliveries every hour. */
const STUCK_AFTER_MS = 60 * 60_000;

/** Returns how long an active record's delivery has been due, in ms. Null if the server won't send it. */
function overdueMs(record: Subscription): number | null {
  const next = parseInstant(record.next_delivery_date ?? "");
  if (next === null || record.deleted || !isDeliverable(record)) return null;
  const delay = Date.now() - next.getTime();
  return delay > 0 ? delay : null;
}

function overdueEffect(record: Subscription, isCertain: boolean): SaveEffect {
  const next = record.next_delivery_date;
  const what = next
    ? `the overdue delivery (due ${formatInstant(next)})`
    : "an overdue delivery, if there is one,";
  const text = deliveryText(record.target_type, record.target_value, what, "within the hour", isCertain);
  return { text, sends: isCertain || "unknown", isOverdue: true };
}

/**
 * Returns the overdue delivery that a change makes possible: the record becomes active again, but keeps a next
 * delivery in the past, so that the server's next hourly run sends it to everyone.
 */
function releasedDelivery(before: Subscription, change: SubscriptionChange): SaveEffect | null {
  const after = applyChange(before, change);
  const delayMs = overdueMs(after);
  const isRescheduled =
    SCHEDULE_FIELDS.some((field) => change[field] !== undefined) ||
    // Resuming moves the next delivery to the future.
    (after.enabled === true && before.enabled === false);
  // The date of the delivery is unknown, so it may have passed.
  const isUnknown =
    after.next_delivery_date === undefined && change.deleted === false && isDeliverable(after);
  if (isUnknown) return overdueEffect(after, false);
  if (delayMs === null || isRescheduled) return null;
  if (overdueMs(before) === null) return overdueEffect(after, true);
  // Something prevents the delivery, for example a deleted source. The new source may not.
  const isUnblocked = changesSource(change) || change.target_type !== undefined;
  return delayMs > STUCK_AFTER_MS && isUnblocked ? overdueEffect(after, false) : null;
}

/** Describes the overdue delivery of an active record, which the server's next hourly run sends. Null without one. */
export function overdueDeliveryMessage(record: Subscription): string | null {
  return overdueMs(record) === null ? null : overdueEffect(record, true).text;
}

/** Returns the effects of an update, most important first. Never empty. See `getSendMode` for `sendsNow`. */
export function changeEffects(
  before: Subscription,
  change: SubscriptionChange,
  rules: SendingRules,
  sendsNow = false,
): SaveEffect[] {
  if (Object.keys(change).length === 0) return [{ text: "No changes yet.", sends: false }];
  const mode = getRecordSendMode(before, rules, sendsNow);
  const effects = markUnproven(deliveryEffects(before, change, mode), mode);
  const isSilent = effects.every(({ sends }) => sends === false);
  const released = releasedDelivery(before, change);
  if (released !== null) effects.push(released);
  if (change.enabled === false)
    effects.push({ text: "Deliveries stop until the subscription is resumed.", sends: false });
  if (change.enabled === true) effects.push({ text: "Deliveries resume on schedule.", sends: false });
  const isUndelivered = isUndeliveredChannel(change.target_type ?? before.target_type);
  if (!isUndelivered && SCHEDULE_FIELDS.some((field) => field in change)) {
    effects.push({ text: "The next delivery is rescheduled.", sends: false });
  }
  if (change.invite_message && isSilent) effects.push(MESSAGE_UNSENT);
  if (isSilent) effects.push(isUndelivered ? NEVER_SENT : NOTHING_SENT);
  return effects;
}

/** Returns the deliveries that a change sends or may send, whether immediately or overdue. */
export function sentDeliveries(
  before: Subscription,
  change: SubscriptionChange,
  rules: SendingRules,
): readonly SaveEffect[] {
  return changeEffects(before, change, rules).filter(({ sends }) => sends !== false);
}

function describeDeliveries(effects: readonly SaveEffect[]): string | null {
  const deliveries = effects.filter(({ sends }) => sends !== false);
  const texts = [...deliveries.map(({ text }) => text), unprovenNote(deliveries)];
  return texts.filter(Boolean).join(" ") || null;
}

/** Describes the deliveries that a creation sends or may send. Null without any. */
export function creationWarning(body: SubscriptionCreation, mode: SendMode): string | null {
  return describeDeliveries(creationEffects(body, mode));
}

/** Describes the deliveries that a change sends or may send. Null without any. */
export function deliveryWarning(
  before: Subscription,
  change: SubscriptionChange,
  rules: SendingRules,
): string | null {
  return describeDeliveries(changeEffects(before, change, rules));
}

/** Describes the deliveries that an undo sends or may send. Null without any. */
export function undoWarning(
  before: Subscription,
  change: SubscriptionChange,
  rules: SendingRules,
): string | null {
  const fields = Object.keys(definedFields(change));
  const inverse: SubscriptionChange = Object.fromEntries(
    fields.map((field) => [field, Reflect.get(before, field)]),
  );
  const deliveries = sentDeliveries(applyChange(before, change), inverse, rules).map(({ text }) => text);
  return deliveries.length === 0 ? null : `If you undo this, ${lowerFirst(deliveries.join(" "))}`;
}
