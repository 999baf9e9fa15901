import type { Subscription } from "@/contract/subscriptions";
import { OVERDUE_AFTER_MS, recipientsOf, stateName } from "@/features/subscriptions/model/subscription-rules";
import { perWeek } from "@/lib/schedule/average-per-week";
import type { SlicedWork } from "@/lib/scheduler/cooperative-task";
import { compareRows } from "@/lib/search/diff-rows";
import { parseInstant } from "@/lib/time/dates";
import { keyOf, recipientDomain } from "./recipient-identity";

/** An address as it stands in target values, byte for byte, and how many times. */
export interface Spelling {
  readonly text: string;
  readonly count: number;
}

/** Somebody or something that deliveries go to; a new object after each change. */
export interface Recipient {
  /** Channel and address as they are compared. */
  readonly key: string;
  readonly channel: string;
  /** Its commonest spelling, without blanks around it. */
  readonly address: string;
  /** The commonest first. */
  readonly spellings: readonly Spelling[];
  /** The deliveries, whatever their state; each once. */
  readonly records: readonly Subscription[];
  /** Deliveries that go out in a week on the average: those that have not ended and are not overdue. */
  readonly perWeek: number;
  readonly ended: number;
  readonly overdue: number;
  /** Active deliveries whose schedule this version does not understand: they are not counted either. */
  readonly unclear: number;
  /** When the next active one goes out, in ms since 1970. */
  readonly next: number | null;
  readonly domain: string | null;
}

/** What is known of a delivery, read once. */
interface Facts {
  readonly pace: number | null;
  readonly next: number;
  state: ReturnType<typeof stateName>;
}

interface Sums {
  perWeek: number;
  ended: number;
  overdue: number;
  unclear: number;
  next: number;
}

interface Entry {
  readonly key: string;
  readonly channel: string;
  readonly records: Map<Subscription, Facts>;
  readonly spellings: Map<string, number>;
  /** Null: to be counted anew. What only comes is added. */
  sums: Sums | null;
}

/** The recipients of a list of deliveries, kept up to date. */
export interface RecipientBook {
  /**
   * Takes the deliveries as they are now (ms since 1970) and gives the recipients, in the order they were met. Work
   * grows with what has changed. One update at a time, and each to its end.
   */
  update(records: readonly Subscription[], now: number): SlicedWork<readonly Recipient[]>;
}

const RECORDS_BETWEEN_RESTS = 16;
const FACTS_BETWEEN_RESTS = 1024;

/** An empty book. */
export function createRecipientBook(): RecipientBook {
  const entries = new Map<string, Entry>();
  const made = new Map<Entry, Recipient>();
  const facts = new Map<Subscription, Facts>();
  const stale = new Set<Entry>();
  let known: readonly Subscription[] = [];
  let rows: readonly Recipient[] = [];

  function entryOf(channel: string, text: string): Entry {
    const key = keyOf(channel, text);
    const met = entries.get(key);
    if (met !== undefined) return met;
    const entry = { key, channel, records: new Map(), spellings: new Map(), sums: emptySums() };
    entries.set(key, entry);
    return entry;
  }

  function add(record: Subscription, now: number): void {
    const read: Facts = {
      pace: perWeek(record),
      next: parseInstant(record.next_delivery_date ?? "")?.getTime() ?? Number.NaN,
      state: stateName(record, new Date(now)),
    };
    facts.set(record, read);
    for (const text of recipientsOf(record)) {
      const entry = entryOf(record.target_type, text);
      if (entry.sums && !entry.records.has(record)) addTo(entry.sums, read);
      entry.records.set(record, read);
      entry.spellings.set(text, (entry.spellings.get(text) ?? 0) + 1);
      stale.add(entry);
    }
  }

  function remove(record: Subscription): void {
    facts.delete(record);
    for (const text of recipientsOf(record)) {
      const entry = entryOf(record.target_type, text);
      const left = (entry.spellings.get(text) ?? 0) - 1;
      if (left > 0) entry.spellings.set(text, left);
      else entry.spellings.delete(text);
      entry.records.delete(record);
      entry.sums = null;
      stale.add(entry);
    }
  }

  /** What was active is overdue some time after its moment has passed. */
  function* age(now: number): SlicedWork<void> {
    let seen = 0;
    for (const [record, each] of facts) {
      if (each.state === "active" && now - each.next > OVERDUE_AFTER_MS) {
        each.state = stateName(record, new Date(now));
        for (const text of recipientsOf(record)) {
          const entry = entryOf(record.target_type, text);
          entry.sums = null;
          stale.add(entry);
        }
      }
      seen += 1;
      if (seen % FACTS_BETWEEN_RESTS === 0) yield;
    }
  }

  function* takeOver(records: readonly Subscription[], now: number): SlicedWork<void> {
    const { from, beforeEnd, afterEnd, between } = compareRows(known, records);
    const isKept = new Uint8Array(afterEnd - from);
    for (let place = from; place < beforeEnd; place += 1) {
      const record = known[place];
      const after = between[place - from] ?? -1;
      if (after >= 0) isKept[after - from] = 1;
      else if (record !== undefined) remove(record);
      if (place % RECORDS_BETWEEN_RESTS === 0) yield;
    }
    for (let place = from; place < afterEnd; place += 1) {
      const record = records[place];
      if (record !== undefined && isKept[place - from] === 0) add(record, now);
      if (place % RECORDS_BETWEEN_RESTS === 0) yield;
    }
    known = records;
  }

  function* countAnew(entry: Entry): SlicedWork<Sums> {
    const sums = emptySums();
    let seen = 0;
    for (const read of entry.records.values()) {
      addTo(sums, read);
      seen += 1;
      if (seen % FACTS_BETWEEN_RESTS === 0) yield;
    }
    return sums;
  }

  function* make(entry: Entry): SlicedWork<Recipient> {
    const sums = entry.sums ?? (yield* countAnew(entry));
    entry.sums = sums;
    // Of equally common ones small letters come first, and what has no blank in front.
    const spellings = [...entry.spellings]
      .map(([text, count]) => ({ text, count }))
      .sort((a, b) => b.count - a.count || (a.text > b.text ? -1 : 1));
    const address = spellings[0]?.text.trim() ?? "";
    return {
      key: entry.key,
      channel: entry.channel,
      address,
      spellings,
      records: [...entry.records.keys()],
      ...sums,
      next: Number.isFinite(sums.next) ? sums.next : null,
      domain: made.get(entry)?.domain ?? recipientDomain(entry.channel, address),
    };
  }

  function* makeStale(): SlicedWork<void> {
    for (const entry of stale) {
      if (entry.records.size === 0) {
        entries.delete(entry.key);
        made.delete(entry);
      } else made.set(entry, yield* make(entry));
      yield;
    }
  }

  return {
    *update(records, now) {
      yield* takeOver(records, now);
      yield* age(now);
      if (stale.size === 0) return rows;
      yield* makeStale();
      stale.clear();
      rows = [...made.values()];
      return rows;
    },
  };
}

function emptySums(): Sums {
  return { perWeek: 0, ended: 0, overdue: 0, unclear: 0, next: Number.POSITIVE_INFINITY };
}

function addTo(sums: Sums, { state, pace, next }: Facts): void {
  if (state === "ended") sums.ended += 1;
  else if (state === "overdue") sums.overdue += 1;
  else if (state === "active") {
    if (pace === null) sums.unclear += 1;
    else sums.perWeek += pace;
    if (next < sums.next) sums.next = next;
  }
}
