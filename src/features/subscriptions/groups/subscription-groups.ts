import { useMemo } from "react";
import type { Subscription } from "@/api/subscriptions";
import {
  getSubscriptionState,
  isOpaqueTarget,
  recipientKey,
} from "@/features/subscriptions/model/subscription-rules";
import { parseDomain } from "@/lib/recipients/email-match";
import { averageDeliveriesPerWeek } from "@/lib/schedule/recurrence";
import { type CooperativeTask, runCooperatively } from "@/lib/scheduler/cooperative-task";
import { parseInstant } from "@/lib/time/dates";
import { useSlicedTask } from "@/ui/hooks/use-sliced-task";

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
  /** Builds a group. `counts` contains the number of uses of each item. */
  readonly build: (group: SubscriptionGroup, counts: ReadonlyMap<string, number>) => Group;
}

/** Facts about a record that don't depend on the time. */
interface SubscriptionFacts {
  readonly memberships: readonly GroupMembership[];
  readonly perWeek: number | null;
  /** Next delivery in ms since 1970. NaN if unknown. */
  readonly due: number;
}

interface GroupEntry {
  readonly records: Set<Subscription>;
  readonly counts: Map<string, number>;
  readonly totals: {
    -readonly [Name in keyof Omit<SubscriptionGroup, "key" | "records">]: SubscriptionGroup[Name];
  };
}

interface GroupInput {
  readonly records: readonly Subscription[];
  /** In ms since 1970. */
  readonly now: number;
}

type GroupTask<Group> = (input: GroupInput) => CooperativeTask<readonly Group[]>;

const RECORDS_PER_SLICE = 16;
const GROUPS_PER_SLICE = 64;

/** Returns a task that groups records. Groups are in order of first appearance. */
export function createGroupTask<Group extends SubscriptionGroup>({
  getMemberships,
  build,
}: GroupSchema<Group>): GroupTask<Group> {
  // Computing the facts takes most of the time.
  const factsByRecord = new WeakMap<Subscription, SubscriptionFacts>();

  function readFacts(record: Subscription): SubscriptionFacts {
    const facts = factsByRecord.get(record) ?? {
      memberships: getMemberships(record),
      perWeek: averageDeliveriesPerWeek(record),
      due: parseInstant(record.next_delivery_date ?? "")?.getTime() ?? Number.NaN,
    };
    factsByRecord.set(record, facts);
    return facts;
  }

  function add(entries: Map<string, GroupEntry>, record: Subscription, now: number): void {
    const { memberships, ...facts } = readFacts(record);
    for (const { key, item } of memberships) {
      const entry = entries.get(key) ?? {
        records: new Set(),
        counts: new Map(),
        totals: { ...NO_DELIVERIES },
      };
      entries.set(key, entry);
      if (item !== null) entry.counts.set(item, (entry.counts.get(item) ?? 0) + 1);
      if (entry.records.has(record)) continue;
      entry.records.add(record);
      addToTotals(entry.totals, { ...facts, state: getSubscriptionState(record, new Date(now)), now });
    }
  }

  return function* groupRecords({ records, now }) {
    const entries = new Map<string, GroupEntry>();
    for (const [index, record] of records.entries()) {
      add(entries, record, now);
      if (index % RECORDS_PER_SLICE === 0) yield;
    }
    const groups: Group[] = [];
    for (const [key, { records: members, counts, totals }] of entries) {
      groups.push(build({ key, records: [...members], ...totals }, counts));
      if (groups.length % GROUPS_PER_SLICE === 0) yield;
    }
    return groups;
  };
}

const NO_DELIVERIES: GroupEntry["totals"] = {
  perWeek: 0,
  paused: 0,
  ended: 0,
  overdue: 0,
  never: 0,
  unknownSchedules: 0,
  next: null,
};

interface Deliveries extends Omit<SubscriptionFacts, "memberships"> {
  readonly state: ReturnType<typeof getSubscriptionState>;
  readonly now: number;
}

function addToTotals(totals: GroupEntry["totals"], { state, perWeek, due, now }: Deliveries): void {
  if (state === "paused" || state === "ended" || state === "overdue" || state === "never") totals[state] += 1;
  else if (state === "active") {
    if (perWeek === null) totals.unknownSchedules += 1;
    else totals.perWeek += perWeek;
    // A delivery in the past isn't the next one.
    if (due >= now) totals.next = Math.min(totals.next ?? due, due);
  }
}

const NO_GROUPS: readonly never[] = [];

/** Groups the records in slices. */
export function useGroups<Group>(group: GroupTask<Group>, records: readonly Subscription[], now: Date) {
  const input = useMemo(() => ({ records, now: now.getTime() }), [records, now]);
  const found = useSlicedTask(input, group);
  const rows: readonly Group[] = found?.result ?? NO_GROUPS;
  return {
    rows,
    indexedCount: found?.input.records.length ?? 0,
    /** Whether newer records are being grouped. */
    isBusy: found?.input.records !== records,
  };
}

/** Returns a function that groups records for a search, once per list of records. */
export function createGroupReader<Group>(group: GroupTask<Group>) {
  const results = new WeakMap<readonly Subscription[], Promise<readonly Group[]>>();
  return (records: readonly Subscription[]): Promise<readonly Group[]> => {
    const result = results.get(records) ?? runCooperatively(group({ records, now: Date.now() }));
    results.set(records, result);
    return result;
  };
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
