import type { ReadOptions } from "@/api/client";
import { describeError } from "@/api/describe-error";
import { HttpError } from "@/api/errors";
import { listSubscriptions, type Subscription } from "@/api/subscriptions";
import type { Api } from "@/data/backend/backend";
import { fieldLabel, formatFieldValue } from "@/data/changes/change-labels";
import { isSameValue } from "@/data/changes/compare-fields";
import { storeEntry } from "@/data/journal/journal";
import { type FieldChange, type JournalEntry, TAB_ID, WRITE_ONLY_FIELD } from "@/data/journal/journal-entry";
import { readJournal, readRecordEntries } from "@/data/journal/journal-store";
import { readSubscriptionNow } from "@/data/subscriptions/subscription-mutations";
import { subscriptionTitle } from "@/data/subscriptions/subscriptions";
import { isOpaqueChannel } from "@/lib/recipients/recipients";
import {
  APPLIED_MESSAGE,
  checkFailedMessage,
  createdMessage,
  differentValueMessage,
  findExportCreation,
  findMemberOutcome,
  MAX_CLOCK_SKEW_MS,
  NOT_APPLIED_MESSAGE,
  NOT_CREATED_MESSAGE,
  possibleMatchesMessage,
  severalMatchesMessage,
  unverifiableMessage,
} from "./check-record-outcome";

const PAGE_SIZE = 100;
/** Longer lists aren't read completely, so a missing record doesn't prove anything. */
const MAX_PAGES = 20;
/** Maximum time until the server has applied a request. Before that, an unchanged record doesn't prove a failure. */
const MAX_ARRIVAL_MS = 2 * 60_000;
type Finding = Pick<JournalEntry, "outcome" | "reason"> &
  Partial<Pick<JournalEntry, "recordId" | "name" | "changes">>;

const PENDING: Finding = {
  outcome: "unknown",
  reason: "Checked: no effect yet. The request may still arrive, so check again in 2 minutes.",
};

function mayStillArrive({ at, resource }: JournalEntry): boolean {
  // Exports take longer. `findExportCreation` applies their time limit.
  return resource !== "export" && Date.now() - Date.parse(at) < MAX_ARRIVAL_MS;
}

interface CheckOptions extends Pick<ReadOptions, "isPartOfChange"> {
  /**
   * Whether the change is about to be resent. A late arrival of the first request then makes no
   * difference. Called after the record is read. By default, returns false.
   */
  readonly isResent?: () => boolean;
}

/**
 * Checks a change with an unknown outcome and updates its journal entry. Returns the entry. An outcome that can't be
 * verified stays "unknown", with a reason.
 */
export async function checkJournalEntry(
  api: Api,
  entry: JournalEntry,
  { isResent = () => false, ...options }: CheckOptions = {},
): Promise<JournalEntry> {
  const found = await findOutcome(api, entry, options);
  const finding = found.outcome === "refused" && !isResent() && mayStillArrive(entry) ? PENDING : found;
  const checked = { ...entry, ...finding };
  await storeEntry(checked);
  return checked;
}

/**
 * Checks this tab's last change of a record if its outcome is unknown. Returns whether it was applied, false if that can't
 * be verified. Never rejects.
 */
export async function wasLastChangeApplied(
  api: Api,
  id: number | string,
  resource: JournalEntry["resource"] = "subscription",
): Promise<boolean> {
  try {
    const entries = await readRecordEntries(api, id, resource);
    const [last] = entries
      .filter(({ tab }) => tab === TAB_ID)
      .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
    if (last?.outcome !== "unknown") return false;
    return (await checkJournalEntry(api, last)).outcome === "done";
  } catch {
    return false;
  }
}

async function findOutcome(api: Api, entry: JournalEntry, options: ReadOptions): Promise<Finding> {
  if (entry.recordId === null) return findCreation(api, entry, options);
  if (entry.resource !== "member") return findChange(api, entry, options);
  try {
    return await findMemberOutcome(api, entry, String(entry.recordId), options);
  } catch (error) {
    return createUncheckedFinding(error);
  }
}

async function findChange(api: Api, entry: JournalEntry, options: ReadOptions): Promise<Finding> {
  if (entry.kind === "tested") return { outcome: "unknown", reason: unverifiableMessage("test-delivery") };
  try {
    return judgeChanges(entry, await readSubscriptionNow(api, Number(entry.recordId), options));
  } catch (error) {
    return createUnreadableFinding(error);
  }
}

function createUnreadableFinding(error: unknown): Finding {
  if (error instanceof HttpError && error.status === 404) {
    return { outcome: "unknown", reason: unverifiableMessage("gone") };
  }
  return createUncheckedFinding(error);
}

function createUncheckedFinding(error: unknown): Finding {
  return { outcome: "unknown", reason: checkFailedMessage(describeError(error)) };
}

function judgeChanges({ changes }: JournalEntry, record: Subscription): Finding {
  const comparable = changes.filter(
    ({ field, before, after }) => field !== WRITE_ONLY_FIELD && !isSameValue(field, before, after),
  );
  if (comparable.length === 0) {
    return {
      outcome: "unknown",
      reason: unverifiableMessage("not-returned"),
    };
  }
  const different = comparable.find(({ field, after }) => !isSameValue(field, record[field], after));
  if (different === undefined) {
    return { outcome: "done", reason: APPLIED_MESSAGE, changes: withServedValues(changes, record) };
  }
  if (comparable.every(({ field, before }) => isSameValue(field, record[field], before))) {
    return { outcome: "refused", reason: NOT_APPLIED_MESSAGE };
  }
  const { field } = different;
  return {
    outcome: "unknown",
    reason: differentValueMessage(fieldLabel(field), formatFieldValue(field, record[field])),
  };
}

/**
 * Returns the changes with the server's values in `after`, because an undo compares `after` with
 * the current record.
 */
function withServedValues(changes: readonly FieldChange[], record: Subscription): readonly FieldChange[] {
  return changes.map((change) =>
    change.field === WRITE_ONLY_FIELD ? change : { ...change, after: record[change.field] ?? null },
  );
}

async function findCreation(api: Api, entry: JournalEntry, options: ReadOptions): Promise<Finding> {
  try {
    const others = (await readJournal(api)).filter(({ resource }) => resource === entry.resource);
    // Excludes records that other entries created, but not records that they changed. The user may
    // already have changed the new record.
    const known = new Set(others.filter(({ kind }) => kind === "created").map(({ recordId }) => recordId));
    if (entry.resource === "export") return await findExportCreation(api, entry, known);
    const active = await fetchNewestRecords(api, { deleted: false }, options);
    // Someone may have moved the new record to Trash.
    const trash = await fetchNewestRecords(api, { deleted: true }, options);
    const isWhole = active.isWhole && trash.isWhole;
    const recordById = new Map([...active.records, ...trash.records].map((record) => [record.id, record]));
    const records = [...recordById.values()].filter(({ id }) => !known.has(id));
    const similar = records.filter((record) => isSimilar(entry, record));
    const found = similar.filter((record) => isCreatedSince(entry, record));
    if (found.length === 0) {
      // Someone may have edited the new record.
      const possible = records.filter((record) => isCreatedAtThatTime(entry, record)).map(({ id }) => id);
      if (possible.length > 0) return { outcome: "unknown", reason: possibleMatchesMessage(possible) };
    }
    // A wrong clock may make similar records look older than the change. If any exist, the outcome can't be "not
    // created".
    return creationFinding(entry, found, isWhole && similar.length === found.length);
  } catch (error) {
    return createUnreadableFinding(error);
  }
}

function creationFinding(entry: JournalEntry, found: readonly Subscription[], isWhole: boolean): Finding {
  const [record, ...others] = found;
  if (record === undefined) {
    return isWhole
      ? { outcome: "refused", reason: NOT_CREATED_MESSAGE }
      : {
          outcome: "unknown",
          reason: unverifiableMessage("not-all-read"),
        };
  }
  if (others.length > 0) {
    const ids = found.map(({ id }) => id);
    return { outcome: "unknown", reason: severalMatchesMessage("subscription", ids) };
  }
  return {
    outcome: "done",
    reason: createdMessage("subscription", record.id),
    recordId: record.id,
    name: subscriptionTitle(record).text,
    changes: withServedValues(entry.changes, record),
  };
}

/** Trims text as the server does, to compare sent and returned values. */
function trimValue(value: unknown): unknown {
  return typeof value === "string" ? value.trim() || null : value;
}

function isSimilar({ changes }: JournalEntry, record: Subscription): boolean {
  const sent = (field: string) => changes.find((change) => change.field === field)?.after;
  const isSame = (field: string) => isSameValue(field, trimValue(sent(field)), trimValue(record[field]));
  return (
    ["title", "dashboard", "insight", "target_type"].every(isSame) &&
    // For an opaque channel, servers return only the host of the webhook URL.
    (isOpaqueChannel(record.target_type)
      ? String(sent("target_value")).includes(record.target_value)
      : isSame("target_value"))
  );
}

function isCreatedSince({ at }: JournalEntry, record: Subscription): boolean {
  const createdAt = Date.parse(record.created_at ?? "");
  // A record without a creation date may be new.
  return Number.isNaN(createdAt) || createdAt >= Date.parse(at) - MAX_CLOCK_SKEW_MS;
}

/** Whether the entry's request may have created the record, given possible delays and a wrong clock. */
function isCreatedAtThatTime(entry: JournalEntry, record: Subscription): boolean {
  const latest = Date.parse(entry.at) + MAX_ARRIVAL_MS + MAX_CLOCK_SKEW_MS;
  return isCreatedSince(entry, record) && !(Date.parse(record.created_at ?? "") > latest);
}

/**
 * Reads a short list completely, but only the first and last pages of a long list. The order of the
 * list isn't documented, but new records are at one of its ends.
 */
async function fetchNewestRecords(
  api: Api,
  { deleted }: { readonly deleted: boolean },
  options: ReadOptions,
) {
  const pageAt = (offset: number) =>
    api.client.request(listSubscriptions, {
      path: { project_id: api.projectId },
      query: { limit: PAGE_SIZE, offset, ...(deleted && { deleted }) },
      ...options,
    });
  const first = await pageAt(0);
  const records = new Map(first.results.map((record) => [record.id, record]));
  // Some servers return smaller pages than requested.
  const step = Math.max(1, Math.min(PAGE_SIZE, first.results.length));
  const offsets: number[] = [];
  for (let offset = step; offset < first.count; offset += step) offsets.push(offset);
  const isWhole = offsets.length < MAX_PAGES;
  const wanted = isWhole ? offsets : [...offsets.slice(0, 1), ...offsets.slice(-(MAX_PAGES - 2))];
  for (const offset of wanted) {
    for (const record of (await pageAt(offset)).results) records.set(record.id, record);
  }
  // The count includes invalid records, and records that were skipped because of an unstable order.
  return { records: [...records.values()], isWhole: isWhole && records.size >= first.count };
}
