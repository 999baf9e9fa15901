import type { Subscription, SubscriptionChange } from "@/api/subscriptions";
import { diffRecipients } from "@/lib/recipients/recipient-text";
import { normalizeAddress, splitRecipients } from "@/lib/recipients/recipients";
import type { Step } from "./editor-scripts";

export const peopleIn = ({ target_value }: Pick<Subscription, "target_value">) =>
  new Set(splitRecipients(target_value).map(normalizeAddress));

/** The change that a user wants to make to a record. */
export interface Intent {
  readonly act: Step["act"];
  readonly fields: SubscriptionChange;
  readonly add: ReadonlySet<string>;
  readonly remove: ReadonlySet<string>;
  readonly sendsNow?: boolean;
  readonly undone?: SentChange;
  /** ID of the subscription that replaces this one for all recipients. */
  readonly replacedBy?: number;
}

/** A change that a server received, with the record immediately before and after. */
export interface SentChange {
  readonly id: number;
  readonly intent: Intent | undefined;
  readonly body: SubscriptionChange;
  readonly status: number;
  /** The record as the browser last read it. */
  readonly read: Subscription;
  readonly before: Subscription;
  readonly after: Subscription;
  readonly mailed: readonly string[];
  /** Whether the record has changed since the browser read it. The browser can't detect this. */
  readonly isRaced: boolean;
}

/** Returns the intended result of undoing a change. */
export function invertChange(undone: SentChange): Intent {
  const { read, after, body } = undone;
  const fields = Object.fromEntries(Object.keys(body).map((field) => [field, read[field]]));
  const target = body.target_value === undefined ? read.target_value : after.target_value;
  const { added, removed } = diffRecipients(read.target_value, target);
  const add = new Set(removed.map(normalizeAddress));
  return { act: "undo", fields, add, remove: new Set(added.map(normalizeAddress)), undone };
}
