import type { Subscription, SubscriptionChange, SubscriptionCreation } from "@/contract/subscriptions";
import { channelLabel } from "@/lib/recipients/channels";
import { diffRecipients } from "@/lib/recipients/recipient-text";
import { recipientLabel } from "@/lib/recipients/recipients";
import { pluralize } from "@/lib/text/numbers";

/** One thing that saving does, as a sentence. */
export interface SaveEffect {
  readonly text: string;
  /** Something leaves the house at once, and cannot be called back. */
  readonly sends: boolean;
}

/** Fields whose change makes servers compute the next delivery anew (upstream-facts, Subscriptions). */
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
  return channel === "slack" ? `Slack channel ${target.trim()}` : recipientLabel(channel, target);
}

/** What a creation does: every recipient gets a delivery at once (upstream-facts, Subscriptions). */
export function creationEffects(
  body: Pick<SubscriptionCreation, "target_type" | "target_value">,
): SaveEffect[] {
  const { target_type: channel, target_value: target } = body;
  if (target.trim() === "") return [{ text: "Everybody you add receives it at once.", sends: false }];
  if (channel === "email") {
    const count = diffRecipients("", target).added.length;
    return [{ text: `${formatPeople(count, "receives", "receive")} it at once.`, sends: true }];
  }
  return [{ text: `It is delivered to ${targetLabel(channel, target)} at once.`, sends: true }];
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
    const text = `${formatPeople(added.length, "is added and receives", "are added and receive")} it at once.`;
    effects.push({ text, sends: true });
  }
  if (removed.length > 0) {
    effects.push({
      text: `${formatPeople(removed.length, "is", "are")} taken out; they are sent nothing.`,
      sends: false,
    });
  }
  return effects;
}

/** What a partial update does, in the order of weight; says so when it does nothing or sends nothing. */
export function changeEffects(before: Subscription, change: SubscriptionChange): SaveEffect[] {
  if (Object.keys(change).length === 0) return [{ text: "Nothing is changed yet.", sends: false }];
  const effects = targetEffects(before, change);
  const sends = effects.some((effect) => effect.sends);
  if (SCHEDULE_FIELDS.some((field) => field in change)) {
    effects.push({ text: "The server plans the next delivery anew.", sends: false });
  }
  if (change.invite_message && !sends) {
    effects.push({
      text: "The message reaches nobody: it goes out only with a delivery at once.",
      sends: false,
    });
  }
  if (!sends) effects.push({ text: "Nothing is delivered at once.", sends: false });
  return effects;
}

/** What taking a change back sends, to be said before it is done; null when it sends nothing. */
export function undoWarning(before: Subscription, change: SubscriptionChange): string | null {
  if (change.target_value === undefined && change.target_type === undefined) return null;
  const channel = change.target_type ?? before.target_type;
  if (channel !== before.target_type || channel !== "email")
    return "Undo delivers to the former recipients at once.";
  const returningCount = diffRecipients(change.target_value ?? before.target_value, before.target_value).added
    .length;
  return returningCount === 0
    ? null
    : `Undo adds ${formatPeople(returningCount, "back, who receives", "back, who receive")} it at once.`;
}
