import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";
import type { PlannedDelivery } from "@/data/changes/planned-change";
import {
  recipientKey,
  recipientsOf,
  stateName,
  titleOf,
} from "@/features/subscriptions/model/subscription-rules";
import { recipientMistake } from "@/features/subscriptions/schema/subscription-issues";
import { channelLabel } from "@/lib/recipients/channels";
import { joinRecipients } from "@/lib/recipients/recipient-text";
import { formatDay, parseInstant } from "@/lib/time/dates";

/** What is done to many records at once. */
export type BulkOperation =
  | { readonly kind: "delete" }
  | { readonly kind: "restore" }
  | { readonly kind: "add-recipient"; readonly recipient: string }
  | { readonly kind: "remove-recipient"; readonly recipient: string }
  | { readonly kind: "replace-recipient"; readonly recipient: string; readonly by: string }
  | {
      readonly kind: "set-end";
      /** ISO 8601 in UTC; null for no end. */
      readonly until: string | null;
    };

/** What becomes of one record. */
type Verdict =
  | { readonly kind: "change"; readonly body: SubscriptionChange }
  | { readonly kind: "nothing" | "impossible"; readonly why: string };

const change = (body: SubscriptionChange): Verdict => ({ kind: "change", body });
const nothing = (why: string): Verdict => ({ kind: "nothing", why });
const impossible = (why: string): Verdict => ({ kind: "impossible", why });

const IN_BIN = "It is in the bin: restore it first.";

/** What the operation means for each record, in their order. */
export function planBulk(
  records: readonly Subscription[],
  operation: BulkOperation,
  now: Date,
): readonly PlannedDelivery[] {
  return records.map((record) => {
    const verdict = judge(record, operation, now);
    const common = { key: String(record.id), name: titleOf(record).text };
    return verdict.kind === "change"
      ? { ...common, ...verdict, resource: "subscription", before: record }
      : { ...common, ...verdict };
  });
}

function judge(record: Subscription, operation: BulkOperation, now: Date): Verdict {
  if (operation.kind === "delete") {
    return record.deleted ? nothing("It is in the bin already.") : change({ deleted: true });
  }
  if (operation.kind === "restore") {
    return record.deleted ? change({ deleted: false }) : nothing("It is not in the bin.");
  }
  if (record.deleted) return impossible(IN_BIN);
  switch (operation.kind) {
    case "add-recipient":
      return addRecipient(record, operation.recipient.trim());
    case "remove-recipient":
      return removeRecipient(record, operation.recipient.trim());
    case "replace-recipient":
      return replaceRecipient(record, operation.recipient.trim(), operation.by.trim());
    case "set-end":
      return setEnd(record, operation.until, now);
  }
}

function addRecipient(record: Subscription, recipient: string): Verdict {
  const { target_type: channel } = record;
  if (channel !== "email") {
    return impossible(
      `${channelLabel(channel)} delivers to one place; only e-mail has a list of recipients.`,
    );
  }
  const mistake = recipientMistake(channel, recipient);
  if (mistake !== null) return impossible(mistake);
  const parts = recipientsOf(record);
  if (has(record, parts, recipient)) return nothing(`${recipient} receives it already.`);
  return change({ target_value: joinRecipients([...parts, recipient]) });
}

function removeRecipient(record: Subscription, recipient: string): Verdict {
  const parts = recipientsOf(record);
  if (!has(record, parts, recipient)) return nothing(`It does not go to ${recipient}.`);
  const key = recipientKey(record.target_type, recipient);
  const left = parts.filter((part) => recipientKey(record.target_type, part) !== key);
  if (left.length > 0) return change({ target_value: joinRecipients(left) });
  return impossible(
    `${recipient} is the only recipient, and a delivery needs one. Replace the recipient, or delete the delivery.`,
  );
}

function replaceRecipient(record: Subscription, recipient: string, by: string): Verdict {
  const { target_type: channel } = record;
  const parts = recipientsOf(record);
  if (!has(record, parts, recipient)) return nothing(`It does not go to ${recipient}.`);
  const [oldKey, newKey] = [recipientKey(channel, recipient), recipientKey(channel, by)];
  if (oldKey === newKey) return nothing("Both are the same address.");
  const mistake = recipientMistake(channel, by);
  if (mistake !== null) return impossible(mistake);
  // Where the new one is there already, the old one goes and nothing comes.
  let isThere = has(record, parts, by);
  const left = parts.flatMap((part) => {
    if (recipientKey(channel, part) !== oldKey) return [part];
    if (isThere) return [];
    isThere = true;
    return [by];
  });
  return change({ target_value: joinRecipients(left) });
}

function has({ target_type }: Subscription, parts: readonly string[], recipient: string): boolean {
  const key = recipientKey(target_type, recipient);
  return parts.some((part) => recipientKey(target_type, part) === key);
}

function setEnd(record: Subscription, until: string | null, now: Date): Verdict {
  if (until === null) {
    return record.until_date === null ? nothing("It has no end date.") : change({ until_date: null });
  }
  const end = parseInstant(until);
  const start = parseInstant(record.start_date);
  if (end === null) return impossible(`“${until}” is no date.`);
  const oldEnd = record.until_date === null ? null : parseInstant(record.until_date);
  if (oldEnd?.getTime() === end.getTime()) return nothing("It ends then already.");
  if (start !== null && end.getTime() <= start.getTime()) {
    return impossible(
      `The end lies ${end.getTime() === start.getTime() ? "at" : "before"} its start (${formatDay(record.start_date)}).`,
    );
  }
  if (oldEnd !== null && end < now && oldEnd < now && stateName(record, now) === "ended") {
    return nothing(`It has ended already (${formatDay(oldEnd.toISOString())}).`);
  }
  return change({ until_date: until });
}
