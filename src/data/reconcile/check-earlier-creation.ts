import { listSubscriptions, type Subscription, type SubscriptionCreation } from "@/api/subscriptions";
import type { Api } from "@/data/backend/backend";
import { haveSameValues } from "@/data/changes/compare-fields";
import { DELIVERY_FIELDS } from "@/data/changes/planned-change";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { readJournal } from "@/data/journal/journal-store";
import { checkJournalEntry, listCreatedIds } from "./check-outcome";

/** Maximum number of attempts that are checked, newest first. A form may be submitted again after a weekend. */
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

const sentValues = ({ changes }: JournalEntry) =>
  Object.fromEntries(changes.map(({ field, after }) => [field, after]));

/** Whether an attempt was for the subscription in `body`, whose other values the user may have corrected since. */
function isSameSubscription(entry: JournalEntry, body: SubscriptionCreation): boolean {
  const isSame = (...fields: readonly string[]) => haveSameValues(fields, sentValues(entry), body);
  return (
    isSame("dashboard", "insight", "prompt") && (isSame("target_type", "target_value") || isSame("title"))
  );
}

/**
 * Checks earlier attempts to create the subscription in `body` if their outcome is unknown. Returns
 * one that created it or may have created it, or null. Never rejects.
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
  // The journal doesn't record `send_test_now`.
  const { send_test_now: _sendTestNow, ...values } = body;
  const found: EarlierCreation[] = [];
  for (const attempt of attempts) {
    const { outcome, recordId, reason } = await checkJournalEntry(api, attempt, {
      isPartOfChange: true,
    });
    if (outcome === "refused") continue;
    const sent = sentValues(attempt);
    const isIdentical = haveSameValues(Object.keys({ ...sent, ...values }), sent, values);
    found.push({ id: typeof recordId === "number" ? recordId : null, reason, isIdentical });
  }
  return found.find(({ id }) => id !== null) ?? found[0] ?? null;
}

function isCopy(record: Subscription, other: Subscription): boolean {
  const createdAt = ({ created_at }: Subscription) => Date.parse(created_at ?? "");
  return (
    other.id !== record.id &&
    Math.abs(createdAt(other) - createdAt(record)) <= MAX_COPY_DELAY_MS &&
    other.created_by?.uuid === record.created_by?.uuid &&
    haveSameValues(["title", ...DELIVERY_FIELDS], record, other)
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
    const known = await listCreatedIds(api, "subscription");
    const newest = [...first.results, ...(last?.results ?? [])];
    return newest.find((other) => !known.has(other.id) && isCopy(record, other)) ?? null;
  } catch {
    return null;
  }
}
