import type { QueryClient } from "@tanstack/react-query";
import type { SubscriptionCreation } from "@/contract/subscriptions";
import { isSameValue } from "@/data/changes/same-value";
import type { Api } from "@/data/client/api-context";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { readJournal } from "@/data/journal/journal-store";
import { checkJournalEntry } from "./check-outcome";

/** Older attempts are ignored, because they are probably unrelated. */
const MAX_AGE_MS = 24 * 60 * 60_000;

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
  queryClient: QueryClient,
  api: Api,
  body: SubscriptionCreation,
): Promise<EarlierCreation | null> {
  const attempts = (await readJournal(api).catch(() => [])).filter(
    (entry) =>
      entry.resource === "subscription" &&
      entry.kind === "created" &&
      entry.outcome === "unknown" &&
      Date.now() - Date.parse(entry.at) < MAX_AGE_MS &&
      isSameSubscription(entry, body),
  );
  const found: EarlierCreation[] = [];
  for (const attempt of attempts) {
    const { outcome, recordId, reason } = await checkJournalEntry(queryClient, api, attempt, {
      isPartOfChange: true,
    });
    if (outcome === "refused") continue;
    const { areSame, fields } = createComparison(attempt, body);
    const id = typeof recordId === "number" ? recordId : null;
    found.push({ id, reason, isIdentical: areSame(fields) });
  }
  return found.find(({ id }) => id !== null) ?? found[0] ?? null;
}
