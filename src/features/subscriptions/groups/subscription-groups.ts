import type { Subscription } from "@/api/subscriptions";
import {
  getSubscriptionState,
  isOpaqueTarget,
  OVERDUE_AFTER_MS,
  recipientKey,
} from "@/features/subscriptions/model/subscription-rules";
import { parseDomain } from "@/lib/recipients/email-match";
import { averageDeliveriesPerWeek } from "@/lib/schedule/average-per-week";
import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";
import { diffRows } from "@/lib/search/diff-rows";
import { parseInstant } from "@/lib/time/dates";

/** A group of related subscriptions. Never mutated. */
export interface SubscriptionGroup {
  readonly key: string;
  /** Subscriptions in any state, without duplicates. */
  readonly records: readonly Subscription[];
  /** Average number of deliveries per week. Excludes the subscriptions that are counted below. */
  readonly perWeek: number;
  readonly paused: number;
  readonly ended: number;
  readonly overdue: number;
  /** Number of subscriptions that servers never deliver, such as those with a webhook. */
  readonly never: number;
  /** Number of active subscriptions with an unsupported schedule. They aren't included in `perWeek`. */
  readonly unknownSchedules: number;
  /** Next delivery in ms since 1970. */
  readonly next: number | null;
}

/** A group to which a subscription belongs. `item` is what the group counts, such as an address. */
export interface GroupMembership {
  readonly key: string;
  readonly item: string | null;
}

interface GroupSchema<Group extends SubscriptionGroup> {
  readonly getMemberships: (record: Subscription) => readonly GroupMembership[];
  /** Builds a group. `counts` contains the number of uses of each item. `previous` is the group before the change. */
  readonly build: (
    group: SubscriptionGroup,
    counts: ReadonlyMap<string, number>,
    previous: Group | undefined,
  ) => Group;
}

/**
 * Facts about a record, computed when the record is indexed. `next` and `state` also change when the
 * delivery becomes due and overdue.
 */
interface SubscriptionFacts {
  readonly deliveriesPerWeek: number | null;
  /** In ms since 1970. NaN if unknown. */
  readonly due: number;
  /** The same, but NaN for a delivery in the past, which isn't the next one. */
  next: number;
  state: ReturnType<typeof getSubscriptionState>;
}

interface DeliveryTotals {
  perWeek: number;
  paused: number;
  ended: number;
  overdue: number;
  never: number;
  unknownSchedules: number;
  next: number;
}

interface GroupEntry {
  readonly key: string;
  readonly records: Map<Subscription, SubscriptionFacts>;
  readonly counts: Map<string, number>;
  /**
   * Null if the totals must be recomputed, because a record was removed or became overdue. An
   * addition only updates them.
   */
  totals: DeliveryTotals | null;
}

export interface GroupIndex<Group extends SubscriptionGroup> {
  /**
   * Indexes the records. Returns the groups in order of first appearance. Recomputes only groups
   * with changed records. An update must finish before the next one starts.
   * @param now ms since 1970
   */
  update(records: readonly Subscription[], now: number): CooperativeTask<readonly Group[]>;
}

const RECORDS_PER_SLICE = 16;
const FACTS_PER_SLICE = 1024;

export function createGroupIndex<Group extends SubscriptionGroup>({
  getMemberships,
  build,
}: GroupSchema<Group>): GroupIndex<Group> {
  const entries = new Map<string, GroupEntry>();
  const groupByEntry = new Map<GroupEntry, Group>();
  const factsByRecord = new Map<Subscription, SubscriptionFacts>();
  const staleEntries = new Set<GroupEntry>();
  let indexedRecords: readonly Subscription[] = [];
  let groups: readonly Group[] = [];

  function getOrCreateEntry(key: string): GroupEntry {
    const existing = entries.get(key);
    if (existing !== undefined) return existing;
    const entry = { key, records: new Map(), counts: new Map(), totals: emptyTotals() };
    entries.set(key, entry);
    return entry;
  }

  function add(record: Subscription, now: number): void {
    const due = parseInstant(record.next_delivery_date ?? "")?.getTime() ?? Number.NaN;
    const recordFacts: SubscriptionFacts = {
      deliveriesPerWeek: averageDeliveriesPerWeek(record),
      due,
      next: due < now ? Number.NaN : due,
      state: getSubscriptionState(record, new Date(now)),
    };
    factsByRecord.set(record, recordFacts);
    for (const { key, item } of getMemberships(record)) {
      const entry = getOrCreateEntry(key);
      if (entry.totals && !entry.records.has(record)) addToTotals(entry.totals, recordFacts);
      entry.records.set(record, recordFacts);
      if (item !== null) entry.counts.set(item, (entry.counts.get(item) ?? 0) + 1);
      staleEntries.add(entry);
    }
  }

  function remove(record: Subscription): void {
    factsByRecord.delete(record);
    for (const { key, item } of getMemberships(record)) {
      const entry = getOrCreateEntry(key);
      if (item !== null) {
        const remainingCount = (entry.counts.get(item) ?? 0) - 1;
        if (remainingCount > 0) entry.counts.set(item, remainingCount);
        else entry.counts.delete(item);
      }
      entry.records.delete(record);
      entry.totals = null;
      staleEntries.add(entry);
    }
  }

  /** Updates subscriptions that became due or overdue after the last update. */
  function* updateOverdue(now: number): CooperativeTask<void> {
    let seen = 0;
    for (const [record, recordFacts] of factsByRecord) {
      const { state, due, next } = recordFacts;
      if (state === "active" && (next < now || now - due > OVERDUE_AFTER_MS)) {
        recordFacts.next = Number.NaN;
        recordFacts.state = getSubscriptionState(record, new Date(now));
        for (const { key } of getMemberships(record)) {
          const entry = getOrCreateEntry(key);
          entry.totals = null;
          staleEntries.add(entry);
        }
      }
      seen += 1;
      if (seen % FACTS_PER_SLICE === 0) yield;
    }
  }

  function* applyRecords(records: readonly Subscription[], now: number): CooperativeTask<void> {
    const { from, beforeEnd, afterEnd, between } = diffRows(indexedRecords, records);
    const isUnchanged = new Uint8Array(afterEnd - from);
    for (let index = from; index < beforeEnd; index += 1) {
      const record = indexedRecords[index];
      const after = between[index - from] ?? -1;
      if (after >= 0) isUnchanged[after - from] = 1;
      else if (record !== undefined) remove(record);
      if (index % RECORDS_PER_SLICE === 0) yield;
    }
    for (let index = from; index < afterEnd; index += 1) {
      const record = records[index];
      if (record !== undefined && isUnchanged[index - from] === 0) add(record, now);
      if (index % RECORDS_PER_SLICE === 0) yield;
    }
    indexedRecords = records;
  }

  function* recountTotals(entry: GroupEntry): CooperativeTask<DeliveryTotals> {
    const totals = emptyTotals();
    let seen = 0;
    for (const recordFacts of entry.records.values()) {
      addToTotals(totals, recordFacts);
      seen += 1;
      if (seen % FACTS_PER_SLICE === 0) yield;
    }
    return totals;
  }

  function* buildGroup(entry: GroupEntry): CooperativeTask<Group> {
    const totals = entry.totals ?? (yield* recountTotals(entry));
    entry.totals = totals;
    const group = {
      key: entry.key,
      records: [...entry.records.keys()],
      ...totals,
      next: Number.isFinite(totals.next) ? totals.next : null,
    };
    return build(group, entry.counts, groupByEntry.get(entry));
  }

  function* rebuildStaleEntries(): CooperativeTask<void> {
    for (const entry of staleEntries) {
      if (entry.records.size === 0) {
        entries.delete(entry.key);
        groupByEntry.delete(entry);
      } else groupByEntry.set(entry, yield* buildGroup(entry));
      yield;
    }
  }

  return {
    *update(records, now) {
      yield* applyRecords(records, now);
      yield* updateOverdue(now);
      if (staleEntries.size === 0) return groups;
      yield* rebuildStaleEntries();
      staleEntries.clear();
      groups = [...groupByEntry.values()];
      return groups;
    },
  };
}

function emptyTotals(): DeliveryTotals {
  return {
    perWeek: 0,
    paused: 0,
    ended: 0,
    overdue: 0,
    never: 0,
    unknownSchedules: 0,
    next: Number.POSITIVE_INFINITY,
  };
}

function addToTotals(
  totals: DeliveryTotals,
  { state, deliveriesPerWeek: pace, next }: SubscriptionFacts,
): void {
  if (state === "paused") totals.paused += 1;
  else if (state === "ended") totals.ended += 1;
  else if (state === "overdue") totals.overdue += 1;
  else if (state === "never") totals.never += 1;
  else if (state === "active") {
    if (pace === null) totals.unknownSchedules += 1;
    else totals.perWeek += pace;
    if (next < totals.next) totals.next = next;
  }
}

const WEB_ORIGIN = /^(https?:\/\/[^/?#]*)/i;

/** Returns a recipient's identity: the channel and the normalized address. */
export function identifyRecipient(record: Subscription, text: string): string {
  const { target_type: channel, id } = record;
  // Servers return only the host of a Teams webhook. The host doesn't identify the recipient, so
  // the record's ID is used.
  return isOpaqueTarget(record) ? `${channel}:#${id}` : `${channel}:${recipientKey(channel, text)}`;
}

/** Returns the domain of an address or URL. Null for Slack channels and incomplete addresses. */
export function recipientDomain(channel: string, text: string): string | null {
  if (channel === "email")
    return text.includes("@") ? domainOfHost(text.slice(text.lastIndexOf("@") + 1)) : null;
  const [, origin] = WEB_ORIGIN.exec(text.trim()) ?? [];
  return origin === undefined ? null : domainOfHost(origin);
}

// Parsed domains are cached, because parsing is slow and many addresses share a domain.
const MAX_CACHED_DOMAINS = 10_000;
const domainCache = new Map<string, string | null>();

function domainOfHost(host: string): string | null {
  const cached = domainCache.get(host);
  if (cached !== undefined) return cached;
  const domain = parseDomain(host);
  if (domainCache.size >= MAX_CACHED_DOMAINS) domainCache.clear();
  domainCache.set(host, domain);
  return domain;
}
