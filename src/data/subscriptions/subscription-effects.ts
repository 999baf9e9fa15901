import type { Subscription, SubscriptionChange, SubscriptionCreation } from "@/contract/subscriptions";
import { channelLabel } from "@/lib/recipients/channels";
import { diffRecipients } from "@/lib/recipients/recipient-text";
import { recipientLabel } from "@/lib/recipients/recipients";
import { pluralize } from "@/lib/text/numbers";

export interface SaveEffect {
  readonly text: string;
  /** An immediate, irreversible delivery. */
  readonly sends: boolean;
}

/** Servers reschedule the next delivery when one of these changes. */
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

/** Returns the effects of a creation: servers send to every recipient immediately. */
export function creationEffects(
  body: Pick<SubscriptionCreation, "target_type" | "target_value">,
): SaveEffect[] {
  const { target_type: channel, target_value: target } = body;
  if (target.trim() === "") return [{ text: "Everyone you add receives it immediately.", sends: false }];
  if (channel === "email") {
    const count = diffRecipients("", target).added.length;
    return [{ text: `${formatPeople(count, "receives", "receive")} it immediately.`, sends: true }];
  }
  return [{ text: `A delivery is sent to ${targetLabel(channel, target)} immediately.`, sends: true }];
}

function targetEffects(before: Subscription, change: SubscriptionChange): SaveEffect[] {
  const channel = change.target_type ?? before.target_type;
  const target = change.target_value ?? before.target_value;
  if (channel !== before.target_type) {
    const channelEffect = { text: `The channel becomes ${channelLabel(channel)}.`, sends: false };
    return [channelEffect, ...creationEffects({ target_type: channel, target_value: target })];
  }
  if (channel !== "email") {
    return target === before.target_value
      ? []
      : creationEffects({ target_type: channel, target_value: target });
  }
  const { added, removed } = diffRecipients(before.target_value, target);
  const effects: SaveEffect[] = [];
  if (added.length > 0) {
    const text = `${formatPeople(added.length, "is added and receives", "are added and receive")} it immediately.`;
    effects.push({ text, sends: true });
  }
  if (removed.length > 0) {
    effects.push({
      text: `${formatPeople(removed.length, "is", "are")} removed and won't be notified.`,
      sends: false,
    });
  }
  return effects;
}

/** Returns the effects of an update, most important first. Never empty. */
export function changeEffects(before: Subscription, change: SubscriptionChange): SaveEffect[] {
  if (Object.keys(change).length === 0) return [{ text: "No changes yet.", sends: false }];
  const effects = targetEffects(before, change);
  const sends = effects.some((effect) => effect.sends);
  if (SCHEDULE_FIELDS.some((field) => field in change)) {
    effects.push({ text: "The next delivery is rescheduled.", sends: false });
  }
  if (change.invite_message && !sends) {
    effects.push({
      text: "The message isn't sent: it requires an immediate delivery.",
      sends: false,
    });
  }
  if (!sends) effects.push({ text: "Nothing is sent immediately.", sends: false });
  return effects;
}

/** Returns a warning when undoing the change sends something, otherwise null. */
export function undoWarning(before: Subscription, change: SubscriptionChange): string | null {
  if (change.target_value === undefined && change.target_type === undefined) return null;
  const channel = change.target_type ?? before.target_type;
  if (channel !== before.target_type || channel !== "email")
    return "Undo sends to the previous recipients immediately.";
  const returningCount = diffRecipients(change.target_value ?? before.target_value, before.target_value).added
    .length;
  return returningCount === 0
    ? null
    : `Undo adds ${formatPeople(returningCount, "back, who receives", "back, who receive")} it immediately.`;
}
