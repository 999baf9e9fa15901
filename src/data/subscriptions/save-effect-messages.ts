import type { Subscription, SubscriptionChange, SubscriptionCreation } from "@/contract/subscriptions";
import { changesSource, mayDeliver, recordCapabilities } from "@/data/capabilities/subscription-capabilities";
import { channelLabel, isUndeliveredChannel, UNDELIVERED_CHANNEL_MESSAGE } from "@/lib/recipients/channels";
import { diffRecipients } from "@/lib/recipients/recipient-text";
import { recipientLabel } from "@/lib/recipients/recipients";
import { lowerFirst } from "@/lib/text/lower-first";
import { pluralForm, pluralize } from "@/lib/text/numbers";

export interface Receivers {
  readonly channel: string;
  readonly count: number;
}

export interface SaveEffect {
  readonly text: string;
  /**
   * Whether the effect is an immediate delivery, which can't be undone. "unknown" if it depends on
   * the server.
   */
  readonly sends: boolean | "unknown";
  /** Set when `sends` is true. */
  readonly receivers?: Receivers;
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

function formatPeople(count: number, singular: string, pluralVerb: string): string {
  return pluralize(count, `person ${singular}`, `people ${pluralVerb}`);
}

function targetLabel(channel: string, target: string): string {
  return channel === "slack"
    ? `Slack channel ${recipientLabel(channel, target)}`
    : recipientLabel(channel, target);
}

/** With `quiet`, the save skips deliveries that the server would otherwise send immediately. */
type Delivery = "immediate" | "quiet";

function countReceivers(channel: string, target: string): Receivers {
  return { channel, count: channel === "email" ? diffRecipients("", target).added.length : 1 };
}

function deliveryEffect(channel: string, target: string, when: string): SaveEffect {
  return {
    text: deliveryText(channel, target, when),
    sends: true,
    receivers: countReceivers(channel, target),
  };
}

function deliveryText(channel: string, target: string, when: string): string {
  if (channel !== "email") return `A delivery is sent to ${targetLabel(channel, target)} ${when}.`;
  return `${formatPeople(countReceivers(channel, target).count, "receives", "receive")} a delivery ${when}.`;
}

/** Returns the effects of a creation. Servers immediately deliver to all recipients, unless the save is quiet. */
export function creationEffects(
  body: Pick<SubscriptionCreation, "target_type" | "target_value" | "send_test_now" | "invite_message">,
  delivery: Delivery = body.send_test_now === false ? "quiet" : "immediate",
): SaveEffect[] {
  const { target_type: channel, target_value: target } = body;
  if (isUndeliveredChannel(channel)) return [NEVER_SENT];
  if (delivery === "quiet") return body.invite_message ? [MESSAGE_UNSENT, NOTHING_SENT] : [NOTHING_SENT];
  if (target.trim() === "")
    return [{ text: "Everyone you add receives a delivery immediately.", sends: false }];
  return [deliveryEffect(channel, target, "immediately")];
}

const MESSAGE_UNSENT: SaveEffect = {
  text: "The message isn't sent because it requires an immediate delivery.",
  sends: false,
};
const NEVER_SENT: SaveEffect = { text: `${UNDELIVERED_CHANNEL_MESSAGE}.`, sends: false };
const NOTHING_SENT: SaveEffect = { text: "Nothing is sent immediately.", sends: false };
const DELIVERY_UNKNOWN: SaveEffect = {
  text: "The server may send a delivery immediately.",
  sends: "unknown",
};

function targetEffects(before: Subscription, change: SubscriptionChange, delivery: Delivery): SaveEffect[] {
  const channel = change.target_type ?? before.target_type;
  const target = change.target_value ?? before.target_value;
  if (channel !== before.target_type) {
    const channelEffect = { text: `The channel changes to ${channelLabel(channel)}.`, sends: false };
    if (delivery === "quiet") return [channelEffect];
    return [channelEffect, ...creationEffects({ target_type: channel, target_value: target })];
  }
  if (channel !== "email") {
    return target === before.target_value || delivery === "quiet"
      ? []
      : creationEffects({ target_type: channel, target_value: target });
  }
  const { added, removed } = diffRecipients(before.target_value, target);
  const effects: SaveEffect[] = [];
  if (added.length > 0) {
    const text =
      delivery === "quiet"
        ? `${formatPeople(added.length, "is", "are")} added and ${pluralForm(added.length, "receives", "receive")} the next delivery.`
        : `${formatPeople(added.length, "is added and receives", "are added and receive")} a delivery immediately.`;
    const receivers = { channel, count: added.length };
    effects.push(delivery === "immediate" ? { text, sends: true, receivers } : { text, sends: false });
  }
  if (removed.length > 0) {
    effects.push({
      text: `${formatPeople(removed.length, "is", "are")} removed without being notified.`,
      sends: false,
    });
  }
  return effects;
}

/** Returns why the server delivers to all recipients, or null if it delivers only to new ones. */
function everyoneReason(before: Subscription, change: SubscriptionChange): string | null {
  if (isUndeliveredChannel(change.target_type ?? before.target_type)) return null;
  if (!recordCapabilities(before).canPause) return null;
  if (change.enabled === true && before.enabled === false) return "because the subscription is resumed";
  return changesSource(change) && before.enabled !== false ? "because the source changes" : null;
}

/**
 * Whether it is unknown if the server delivers immediately. The behavior is known for older servers
 * and for paused subscriptions.
 */
function isDeliveryUnknown(before: Subscription, change: SubscriptionChange): boolean {
  if (isUndeliveredChannel(change.target_type ?? before.target_type)) return false;
  const isPaused = (change.enabled ?? before.enabled) === false;
  return recordCapabilities(before).canPause && !isPaused && mayDeliver(change);
}

/** Returns `quiet` if the server can skip immediate deliveries and the user hasn't requested one (`sendsNow`). */
function deliveryOf(before: Subscription, sendsNow: boolean): Delivery {
  return !sendsNow && recordCapabilities(before).canSaveWithoutSending ? "quiet" : "immediate";
}

/**
 * Returns the effects of an update, most important first. Never empty.
 * @param sendsNow whether the user requested an immediate delivery, on servers that can skip it
 */
export function changeEffects(
  before: Subscription,
  change: SubscriptionChange,
  sendsNow = false,
): SaveEffect[] {
  if (Object.keys(change).length === 0) return [{ text: "No changes yet.", sends: false }];
  const delivery = deliveryOf(before, sendsNow);
  const reason = delivery === "immediate" ? everyoneReason(before, change) : null;
  const effects: SaveEffect[] = [];
  if (reason !== null) {
    const channel = change.target_type ?? before.target_type;
    const target = change.target_value ?? before.target_value;
    effects.push(deliveryEffect(channel, target, `immediately ${reason}`));
  } else {
    effects.push(...targetEffects(before, change, delivery));
  }
  const sends = effects.some((effect) => effect.sends === true);
  if (change.enabled === false)
    effects.push({ text: "Deliveries stop until the subscription is resumed.", sends: false });
  if (change.enabled === true) effects.push({ text: "Deliveries resume on schedule.", sends: false });
  const isUndelivered = isUndeliveredChannel(change.target_type ?? before.target_type);
  if (!isUndelivered && SCHEDULE_FIELDS.some((field) => field in change)) {
    effects.push({ text: "The next delivery is rescheduled.", sends: false });
  }
  if (change.invite_message && !sends) effects.push(MESSAGE_UNSENT);
  if (!sends) {
    const isUnknown = delivery === "immediate" && isDeliveryUnknown(before, change);
    effects.push(isUnknown ? DELIVERY_UNKNOWN : NOTHING_SENT);
  }
  return effects;
}

/** Describes the immediate deliveries that a change sends or may send. Null without any. */
export function deliveryWarning(before: Subscription, change: SubscriptionChange): string | null {
  const delivering = changeEffects(before, change).filter(({ sends }) => sends !== false);
  return delivering.length === 0 ? null : delivering.map(({ text }) => text).join(" ");
}

/** Describes the immediate deliveries that an undo sends or may send. Null without any. */
export function undoWarning(before: Subscription, change: SubscriptionChange): string | null {
  const fields = Object.entries(change).filter(([, value]) => value !== undefined);
  const after = { ...before, ...Object.fromEntries(fields) };
  const inverse: SubscriptionChange = Object.fromEntries(
    fields.map(([field]) => [field, Reflect.get(before, field)]),
  );
  const warning = deliveryWarning(after, inverse);
  return warning === null ? null : `If you undo this, ${lowerFirst(warning)}`;
}
