import type { Subscription, SubscriptionChange } from "@/api/subscriptions";
import { DELIVERY_FIELDS, type PlannedSubscriptionItem } from "@/data/changes/planned-change";
import { getRecipients, subscriptionLabel } from "@/data/subscriptions/subscriptions";
import { isOpaqueTarget, isSending, recipientKey } from "@/features/subscriptions/model/subscription-rules";
import { appendRecipients } from "@/lib/recipients/recipients";
import { occurrencesBetween } from "@/lib/schedule/recurrence";
import { scheduleKey } from "@/lib/schedule/schedule-key";
import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";
import { type GroupRule, groupRows } from "@/lib/search/record-groups";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { parseInstant } from "@/lib/time/dates";

/** Subscriptions that share recipients and have the same source, channel, and times, in list order. */
export type DuplicateGroup = readonly Subscription[];

const RULE: GroupRule<Subscription> = { key: duplicateKey, parts: recipientKeys, span: activeSpan };
/** Length of the period that is searched for the last delivery of a subscription with a count. */
const MAX_SPAN_MS = 40 * 366 * 86_400_000;

const KEYS = new WeakMap<Subscription, string | null>();

function duplicateKey(record: Subscription): string | null {
  let key = KEYS.get(record);
  if (key === undefined) {
    key = buildDuplicateKey(record);
    KEYS.set(record, key);
  }
  return key;
}

function buildDuplicateKey(record: Subscription): string | null {
  const { dashboard, insight, target_type: channel, integration_id: workspace } = record;
  if (!isSending(record) || (dashboard === null && insight === null)) return null;
  if (isOpaqueTarget(record)) return null;
  const schedule = scheduleKey(record);
  // A missing selection is unknown, so it differs from every known one.
  const selection = record.dashboard_export_insights?.toSorted((a, b) => a - b);
  return schedule && `${dashboard} ${insight} ${selection} ${channel} ${workspace} ${schedule}`;
}

function recipientKeys(record: Subscription): readonly string[] {
  return getRecipients(record).map((recipient) => recipientKey(record.target_type, recipient));
}

/** Returns the start and end in ms since 1970. Subscriptions whose active spans don't overlap aren't duplicates. */
function activeSpan(record: Subscription): readonly [number, number] {
  const start = parseInstant(record.start_date)?.getTime() ?? 0;
  const until = (record.until_date && parseInstant(record.until_date)?.getTime()) || Number.POSITIVE_INFINITY;
  if (record.count === null) return [start, until];
  const dates = occurrencesBetween(record, { from: start, to: Math.min(until + 1, start + MAX_SPAN_MS) });
  return [start, dates?.at(-1) ?? until];
}

const GROUP_CACHE = new WeakMap<readonly Subscription[], readonly DuplicateGroup[]>();

/** Groups duplicates. Cached per list. */
export function* findDuplicateGroups(
  records: readonly Subscription[],
): CooperativeTask<readonly DuplicateGroup[]> {
  const cached = GROUP_CACHE.get(records);
  if (cached !== undefined) return cached;
  const count = records.length;
  const groups = yield* groupRows(records, RULE);
  // Records may have been added to the list during the scan. The result then isn't cached.
  if (records.length === count) GROUP_CACHE.set(records, groups);
  return groups;
}

export function* getDuplicateSet(
  records: readonly Subscription[],
): CooperativeTask<ReadonlySet<Subscription>> {
  return new Set((yield* findDuplicateGroups(records)).flat());
}

/** Returns the record that was created first. For equal times, the lowest ID wins. */
export function findOldest(group: DuplicateGroup): Subscription | undefined {
  const createdAt = ({ created_at, id }: Subscription) =>
    [(created_at && parseInstant(created_at)?.getTime()) || Number.POSITIVE_INFINITY, id] as const;
  return group.toSorted((a, b) => {
    const [left, right] = [createdAt(a), createdAt(b)];
    return left[0] === right[0] ? left[1] - right[1] : left[0] - right[0];
  })[0];
}

/** Returns recipients that only the other records of the group have, without surrounding spaces. */
export function recipientsOnlyInOthers(keptRecord: Subscription, group: DuplicateGroup): readonly string[] {
  const keptKeys = new Set(recipientKeys(keptRecord));
  const missing: string[] = [];
  for (const record of group) {
    const keys = recipientKeys(record);
    for (const [index, recipient] of getRecipients(record).entries()) {
      const key = keys[index] ?? recipient;
      if (!keptKeys.has(key)) missing.push(recipient.trim());
      keptKeys.add(key);
    }
  }
  return missing;
}

/** Plans to keep one record and delete the others. `addMissing` first adds their recipients to the remaining record. */
export function planDuplicateRemoval(
  group: DuplicateGroup,
  keptId: number,
  { addMissing, names }: { readonly addMissing: boolean; readonly names?: ReferenceNames },
): readonly PlannedSubscriptionItem[] {
  const keptRecord = group.find(({ id }) => id === keptId);
  if (keptRecord === undefined) return [];
  const missing =
    addMissing && keptRecord.target_type === "email" ? recipientsOnlyInOthers(keptRecord, group) : [];
  const target = appendRecipients(keptRecord.target_value, missing);
  const isAdding = missing.length > 0;
  const change = (
    record: typeof keptRecord,
    body: SubscriptionChange,
    after?: readonly string[],
  ): PlannedSubscriptionItem => ({
    key: String(record.id),
    name: subscriptionLabel(record, names),
    resource: "subscription",
    kind: "change",
    before: record,
    body,
    // The records are duplicates only while these fields are unchanged.
    precondition: DELIVERY_FIELDS,
    ...(after !== undefined && { after }),
    // The remaining record may change while the plan runs, so each deletion checks it first.
    ...(body.deleted === true && { replacedBy: { ...keptRecord, target_value: target } }),
  });
  // The other records are deleted only after their recipients are added, so that a failure never
  // leaves recipients without a subscription.
  const after = isAdding ? [String(keptRecord.id)] : undefined;
  return [
    isAdding
      ? change(keptRecord, { target_value: target })
      : {
          key: String(keptRecord.id),
          name: subscriptionLabel(keptRecord, names),
          kind: "nothing",
          why: "Kept unchanged.",
        },
    ...group
      .filter((record) => record !== keptRecord)
      .map((record) => change(record, { deleted: true }, after)),
  ];
}
