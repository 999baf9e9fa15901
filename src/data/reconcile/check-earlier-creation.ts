import { listSubscriptions, type Subscription, type SubscriptionCreation } from "@/api/subscriptions";
import type { Api } from "@/data/backend/backend";
import { isSameValue } from "@/data/changes/compare-fields";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { readJournal } from "@/data/journal/journal-store";
import { checkJournalEntry } from "./check-outcome";

/**
 * Maximum number of attempts that are checked, newest first. Their age doesn't matter: a form may be submitted again after
 * a weekend, and clocks may be wrong.
 */
const MAX_ATTEMPTS = 5;
/** Requests that a browser repeats arrive at nearly the same time. */
const MAX_COPY_DELAY_MS = 10_000;
/** Number of records that are read at an end of the list to find a copy. */
const NEWEST_COUNT = 20;

/** An earlier attempt to create a subscription, checked on the server. */
export interface EarlierCreation {
  /** ID of the created subscription. Null if it is unknown whether the attempt created one. */
  readonly id: number | null;
  readonly reason: string | null;
  /** Whether the attempt sent the same values as the new request. */
  readonly isIdentical: boolean;
}

const SOURCE_FIELDS = ["dashboard", "insight", "prompt"];
const TARGET_FIELDS = ["target_type", "target_value"];

/** Creates a comparison between a request body and the values of an earlier attempt. */
function createComparison({ changes }: JournalEntry, body: SubscriptionCreation) {
  const sent = new Map(changes.map(({ field, after }) => [field, after]));
  const isSame = (field: string) => isSameValue(field, sent.get(field), Reflect.get(body, field));
  return {
    areSame: (fields: readonly string[]) => fields.every(isSame),
    /** Fields to compare. The journal doesn't record `send_test_now`. */
    fields: [...new Set([...sent.keys(), ...Object.keys(body)])].filter((field) => field !== "send_test_now"),
  };
}

/**
 * Whether an attempt was for the subscription in `body`. Ignores values that the user may have
 * corrected since.
 */
function isSameSubscription(entry: JournalEntry, body: SubscriptionCreation): boolean {
  const { areSame } = createComparison(entry, body);
  return areSame(SOURCE_FIELDS) && (areSame(TARGET_FIELDS) || areSame(["title"]));
}

/**
 * Checks earlier attempts to create the subscription in `body` if their outcome is unknown. Returns
 * an attempt that created it or may have created it, or null if there is none. Never rejects.
 */
export async function checkEarlierCreation(
  api: Api,
  body: SubscriptionCreation,
): Promise<EarlierCreation | null> {
  const attempts = (await readJournal(api).catch(() => []))
    .filter(
      (entry) =>
        entry.resource === "subscription" &&
        entry.kind === "created" &&
        entry.outcome === "unknown" &&
        isSameSubscription(entry, body),
    )
    .slice(0, MAX_ATTEMPTS);
  const found: EarlierCreation[] = [];
  for (const attempt of attempts) {
    const { outcome, recordId, reason } = await checkJournalEntry(api, attempt, {
      isPartOfChange: true,
    });
    if (outcome === "refused") continue;
    const { areSame, fields } = createComparison(attempt, body);
    const id = typeof recordId === "number" ? recordId : null;
    found.push({ id, reason, isIdentical: areSame(fields) });
  }
  return found.find(({ id }) => id !== null) ?? found[0] ?? null;
}

const CONTENT_FIELDS = [
  ...SOURCE_FIELDS,
  ...TARGET_FIELDS,
  "title",
  "frequency",
  "interval",
  "byweekday",
  "bysetpos",
  "count",
  "start_date",
  "until_date",
  "dashboard_export_insights",
  "integration_id",
];

function isCopy(record: Subscription, other: Subscription): boolean {
  const createdAt = ({ created_at }: Subscription) => Date.parse(created_at ?? "");
  return (
    other.id !== record.id &&
    Math.abs(createdAt(other) - createdAt(record)) <= MAX_COPY_DELAY_MS &&
    other.created_by?.uuid === record.created_by?.uuid &&
    CONTENT_FIELDS.every((field) => isSameValue(field, record[field], other[field]))
  );
}

/**
 * Finds a second record that the request of a new one has created: browsers repeat a request when the connection is cut.
 * Reads the newest records, which are at one end of the list. Returns null without a copy, and if the list can't be read.
 */
export async function findCopy(api: Api, record: Subscription): Promise<Subscription | null> {
  const readPage = (offset: number) =>
    api.client.budget.inTurn(() =>
      api.client.request(listSubscriptions, {
        path: { project_id: api.projectId },
        query: { limit: NEWEST_COUNT, offset },
      }),
    );
  try {
    const first = await readPage(0);
    const isFound = first.results.some(({ id }) => id === record.id);
    const last =
      isFound || first.results.length >= first.count
        ? null
        : await readPage(Math.max(0, first.count - NEWEST_COUNT));
    const created = (await readJournal(api)).filter(({ kind }) => kind === "created");
    const known = new Set(created.map(({ recordId }) => recordId));
    const newest = [...first.results, ...(last?.results ?? [])];
    return newest.find((other) => !known.has(other.id) && isCopy(record, other)) ?? null;
  } catch {
    return null;
  }
}
