import type { Subscription } from "@/contract/subscriptions";
import {
  getRecipients,
  getSubscriptionState,
  isOpaqueTarget,
  OVERDUE_AFTER_MS,
} from "@/features/subscriptions/model/subscription-rules";
import { averageDeliveriesPerWeek } from "@/lib/schedule/average-per-week";
import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";
import { diffRows } from "@/lib/search/diff-rows";
import { parseInstant } from "@/lib/time/dates";
import { normalizedRecipientKey, recipientDomain } from "./recipient-identity";

/** A spelling of an address, byte for byte, and its number of uses. */
export interface AddressVariant {
  readonly text: string;
  readonly count: number;
}

/** An immutable snapshot of an address, channel or URL with its subscriptions. */
export interface Recipient {
  /** See `normalizedRecipientKey`. */
  readonly key: string;
  readonly channel: string;
  /** The most common spelling, trimmed. */
  readonly address: string;
  /** Most common first. */
  readonly variants: readonly AddressVariant[];
  /** Subscriptions in any state, without repeats. */
  readonly records: readonly Subscription[];
  /** Average deliveries per week. Excludes ended and overdue subscriptions. */
  readonly perWeek: number;
  readonly ended: number;
  readonly overdue: number;
  /** Active subscriptions with an unsupported schedule. Not part of `perWeek`. */
  readonly unknownSchedules: number;
  /** Next delivery in ms since 1970. */
  readonly next: number | null;
  readonly domain: string | null;
}

/** Computed once per record. */
interface SubscriptionFacts {
  readonly pace: number | null;
  readonly next: number;
  state: ReturnType<typeof getSubscriptionState>;
}

interface DeliveryTotals {
  perWeek: number;
  ended: number;
  overdue: number;
  unknownSchedules: number;
  next: number;
}

interface RecipientEntry {
  readonly key: string;
  readonly channel: string;
  readonly records: Map<Subscription, SubscriptionFacts>;
  readonly variants: Map<string, number>;
  /** Null after a removal: must be recounted. Additions are added to it. */
  totals: DeliveryTotals | null;
}

export interface RecipientIndex {
  /**
   * Indexes the records and returns the recipients in order of first appearance. The cost depends on what has changed.
   * Finish each update before starting another. `now` is in ms since 1970.
   */
  update(records: readonly Subscription[], now: number): CooperativeTask<readonly Recipient[]>;
}

const RECORDS_PER_SLICE = 16;
const FACTS_PER_SLICE = 1024;

export function createRecipientIndex(): RecipientIndex {
  const entries = new Map<string, RecipientEntry>();
  const recipientByEntry = new Map<RecipientEntry, Recipient>();
  const factsByRecord = new Map<Subscription, SubscriptionFacts>();
  const staleEntries = new Set<RecipientEntry>();
  let indexedRecords: readonly Subscription[] = [];
  let rows: readonly Recipient[] = [];

  function getOrCreateEntry(record: Subscription, text: string): RecipientEntry {
    const { target_type: channel } = record;
    // The host of a Teams webhook identifies no channel: every record has its own entry.
    const key = isOpaqueTarget(record) ? `${channel}:#${record.id}` : normalizedRecipientKey(channel, text);
    const existing = entries.get(key);
    if (existing !== undefined) return existing;
    const entry = { key, channel, records: new Map(), variants: new Map(), totals: emptyTotals() };
    entries.set(key, entry);
    return entry;
  }

  function add(record: Subscription, now: number): void {
    const recordFacts: SubscriptionFacts = {
      pace: averageDeliveriesPerWeek(record),
      next: parseInstant(record.next_delivery_date ?? "")?.getTime() ?? Number.NaN,
      state: getSubscriptionState(record, new Date(now)),
    };
    factsByRecord.set(record, recordFacts);
    for (const text of getRecipients(record)) {
      const entry = getOrCreateEntry(record, text);
      if (entry.totals && !entry.records.has(record)) addToTotals(entry.totals, recordFacts);
      entry.records.set(record, recordFacts);
      entry.variants.set(text, (entry.variants.get(text) ?? 0) + 1);
      staleEntries.add(entry);
    }
  }

  function remove(record: Subscription): void {
    factsByRecord.delete(record);
    for (const text of getRecipients(record)) {
      const entry = getOrCreateEntry(record, text);
      const remainingCount = (entry.variants.get(text) ?? 0) - 1;
      if (remainingCount > 0) entry.variants.set(text, remainingCount);
      else entry.variants.delete(text);
      entry.records.delete(record);
      entry.totals = null;
      staleEntries.add(entry);
    }
  }

  /** Active subscriptions become overdue as time passes. */
  function* updateOverdue(now: number): CooperativeTask<void> {
    let seen = 0;
    for (const [record, recordFacts] of factsByRecord) {
      if (recordFacts.state === "active" && now - recordFacts.next > OVERDUE_AFTER_MS) {
        recordFacts.state = getSubscriptionState(record, new Date(now));
        for (const text of getRecipients(record)) {
          const entry = getOrCreateEntry(record, text);
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

  function* recountTotals(entry: RecipientEntry): CooperativeTask<DeliveryTotals> {
    const totals = emptyTotals();
    let seen = 0;
    for (const recordFacts of entry.records.values()) {
      addToTotals(totals, recordFacts);
      seen += 1;
      if (seen % FACTS_PER_SLICE === 0) yield;
    }
    return totals;
  }

  function* buildRecipient(entry: RecipientEntry): CooperativeTask<Recipient> {
    const totals = entry.totals ?? (yield* recountTotals(entry));
    entry.totals = totals;
    // For equal counts, lowercase and no leading space come first.
    const variants = [...entry.variants]
      .map(([text, count]) => ({ text, count }))
      .sort((a, b) => b.count - a.count || (a.text > b.text ? -1 : 1));
    const address = variants[0]?.text.trim() ?? "";
    return {
      key: entry.key,
      channel: entry.channel,
      address,
      variants,
      records: [...entry.records.keys()],
      ...totals,
      next: Number.isFinite(totals.next) ? totals.next : null,
      domain: recipientByEntry.get(entry)?.domain ?? recipientDomain(entry.channel, address),
    };
  }

  function* rebuildStaleEntries(): CooperativeTask<void> {
    for (const entry of staleEntries) {
      if (entry.records.size === 0) {
        entries.delete(entry.key);
        recipientByEntry.delete(entry);
      } else recipientByEntry.set(entry, yield* buildRecipient(entry));
      yield;
    }
  }

  return {
    *update(records, now) {
      yield* applyRecords(records, now);
      yield* updateOverdue(now);
      if (staleEntries.size === 0) return rows;
      yield* rebuildStaleEntries();
      staleEntries.clear();
      rows = [...recipientByEntry.values()];
      return rows;
    },
  };
}

function emptyTotals(): DeliveryTotals {
  return { perWeek: 0, ended: 0, overdue: 0, unknownSchedules: 0, next: Number.POSITIVE_INFINITY };
}

function addToTotals(totals: DeliveryTotals, { state, pace, next }: SubscriptionFacts): void {
  if (state === "ended") totals.ended += 1;
  else if (state === "overdue") totals.overdue += 1;
  else if (state === "active") {
    if (pace === null) totals.unknownSchedules += 1;
    else totals.perWeek += pace;
    if (next < totals.next) totals.next = next;
  }
}
