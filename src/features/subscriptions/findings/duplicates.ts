import type { Subscription } from "@/contract/subscriptions";
import { recipientsOf } from "@/features/subscriptions/model/subscription-rules";
import { normaliseAddress } from "@/lib/recipients/recipients";
import { occurrencesBetween } from "@/lib/schedule/occurrence-range";
import { scheduleKey } from "@/lib/schedule/schedule-key";
import type { SlicedWork } from "@/lib/scheduler/cooperative-task";
import { type GroupRule, groupRows } from "@/lib/search/record-groups";
import { parseInstant } from "@/lib/time/dates";
import { isPlanned } from "./health-rules";

/** Deliveries that send the same to the same at the same time; the order is that of the list. */
export type DuplicateGroup = readonly Subscription[];

const RULE: GroupRule<Subscription> = { key: keyOf, parts: recipientKeys, span: spanOf };
/** Ms in which a number of deliveries has gone out, or never will. */
const LONG = 40 * 366 * 86_400_000;

const KEYS = new WeakMap<Subscription, string | null>();

function keyOf(record: Subscription): string | null {
  let key = KEYS.get(record);
  if (key === undefined) {
    key = makeKey(record);
    KEYS.set(record, key);
  }
  return key;
}

function makeKey(record: Subscription): string | null {
  const { dashboard, insight, target_type: channel } = record;
  if (!isPlanned(record) || (dashboard === null && insight === null)) return null;
  const schedule = scheduleKey(record);
  return schedule && `${dashboard} ${insight} ${channel} ${schedule}`;
}

/** The recipients as they are compared: letter case counts in the path of a web address only. */
function recipientKeys(record: Subscription): readonly string[] {
  const isAddress = record.target_type === "email" || record.target_type === "slack";
  return recipientsOf(record).map((value) => (isAddress ? normaliseAddress(value) : value.trim()));
}

/** From the start to the last delivery: of two that follow one another nobody gets anything twice. */
function spanOf(record: Subscription): readonly [number, number] {
  const start = parseInstant(record.start_date)?.getTime() ?? 0;
  const until = (record.until_date && parseInstant(record.until_date)?.getTime()) || Number.POSITIVE_INFINITY;
  if (record.count === null) return [start, until];
  const dates = occurrencesBetween(record, { from: start, to: Math.min(until + 1, start + LONG) });
  return [start, dates?.at(-1) ?? until];
}

const GROUPS = new WeakMap<readonly Subscription[], readonly DuplicateGroup[]>();

/** The groups of duplicates among all records of a list, found once for each list. */
export function* duplicateGroups(records: readonly Subscription[]): SlicedWork<readonly DuplicateGroup[]> {
  const known = GROUPS.get(records);
  if (known !== undefined) return known;
  const count = records.length;
  const groups = yield* groupRows(records, RULE);
  // A list that has grown at its end meanwhile is looked at again.
  if (records.length === count) GROUPS.set(records, groups);
  return groups;
}

/** All records of which another one is a duplicate. */
export function* duplicateSet(records: readonly Subscription[]): SlicedWork<ReadonlySet<Subscription>> {
  return new Set((yield* duplicateGroups(records)).flat());
}

/** The one that was made first: it is known longest. */
export function oldestOf(group: DuplicateGroup): Subscription | undefined {
  const madeAt = ({ created_at, id }: Subscription) =>
    [(created_at && parseInstant(created_at)?.getTime()) || Number.POSITIVE_INFINITY, id] as const;
  return group.toSorted((a, b) => {
    const [one, other] = [madeAt(a), madeAt(b)];
    return one[0] === other[0] ? one[1] - other[1] : one[0] - other[0];
  })[0];
}

/** Recipients, without blanks around them, that only the others reach: without them they get nothing any more. */
export function onlyInOthers(kept: Subscription, group: DuplicateGroup): readonly string[] {
  const reached = new Set(recipientKeys(kept));
  const missing: string[] = [];
  for (const record of group) {
    const keys = recipientKeys(record);
    for (const [place, recipient] of recipientsOf(record).entries()) {
      const key = keys[place] ?? recipient;
      if (!reached.has(key)) missing.push(recipient.trim());
      reached.add(key);
    }
  }
  return missing;
}
