import type { ReadOptions } from "@/api/client";
import { describeError } from "@/api/describe-error";
import { HttpError } from "@/api/errors";
import { type ExportedAsset, listExports } from "@/api/exports";
import type { ExplicitMember } from "@/api/members";
import { listSubscriptions, type Subscription } from "@/api/subscriptions";
import type { Api } from "@/data/backend/backend";
import { fieldLabel, formatFieldValue } from "@/data/changes/change-labels";
import { compareFields, isSameValue } from "@/data/changes/compare-fields";
import { storeEntry } from "@/data/journal/journal";
import { type FieldChange, type JournalEntry, TAB_ID, WRITE_ONLY_FIELD } from "@/data/journal/journal-entry";
import { readJournal, readRecordEntries } from "@/data/journal/journal-store";
import { readMemberNow } from "@/data/members/optimistic-members";
import { readSubscriptionNow } from "@/data/subscriptions/subscription-mutations";
import { subscriptionTitle } from "@/data/subscriptions/subscriptions";
import { isOpaqueChannel } from "@/lib/recipients/recipients";
import { formatList, pluralize } from "@/lib/text/numbers";
import { parseInstant } from "@/lib/time/dates";

const PAGE_SIZE = 100;
/** Longer lists aren't read completely, so a missing record doesn't prove anything. */
const MAX_PAGES = 20;
const MAX_EXPORT_PAGES = 5;
const MAX_CLOCK_SKEW_MS = 5 * 60_000;
/** Maximum time until the server has applied a request. Before that, an unchanged record doesn't prove a failure. */
const MAX_ARRIVAL_MS = 2 * 60_000;
/** Maximum time that a server takes to create an export. Until then, a missing export may still appear. */
const MAX_EXPORT_CREATION_MS = 15 * 60_000;

type Finding = Pick<JournalEntry, "outcome" | "reason"> &
  Partial<Pick<JournalEntry, "recordId" | "name" | "changes">>;

const unknownOutcome = (reason: string): Finding => ({ outcome: "unknown", reason });
const NOT_CREATED: Finding = { outcome: "refused", reason: "Checked: not created." };
const NOT_ALL_READ = unknownOutcome(
  "Can't verify. Some records weren't read, or a matching record looks older than this change.",
);

interface CheckOptions extends Pick<ReadOptions, "isPartOfChange"> {
  /** Whether the change is about to be resent, so that a late arrival of the first request makes no difference. */
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
  const found = await findOutcome(api, entry, options).catch((error: unknown) => {
    const isGone = entry.resource === "subscription" && error instanceof HttpError && error.status === 404;
    if (isGone) return unknownOutcome("Can't verify. The record no longer exists on the server.");
    const { title, detail } = describeError(error);
    return unknownOutcome(`Couldn't check the outcome. ${title}. ${detail}`);
  });
  // Exports take longer, so `findCreation` applies their time limit.
  const mayArrive = entry.resource !== "export" && Date.now() - Date.parse(entry.at) < MAX_ARRIVAL_MS;
  const finding =
    found.outcome === "refused" && mayArrive && !isResent()
      ? unknownOutcome("Checked: no effect yet. The request may still arrive, so check again in 2 minutes.")
      : found;
  const checked = { ...entry, ...finding };
  await storeEntry(checked);
  return checked;
}

/** Checks whether this tab's last change of a record was applied if its outcome is unknown. Never rejects. */
export async function wasLastChangeApplied(
  api: Api,
  id: number | string,
  resource: JournalEntry["resource"] = "subscription",
): Promise<boolean> {
  try {
    const last = (await readRecordEntries(api, id, resource)).find(({ tab }) => tab === TAB_ID);
    if (last?.outcome !== "unknown") return false;
    return (await checkJournalEntry(api, last)).outcome === "done";
  } catch {
    return false;
  }
}

async function findOutcome(api: Api, entry: JournalEntry, options: ReadOptions): Promise<Finding> {
  const { recordId, resource, kind } = entry;
  if (recordId === null) return findCreation(api, entry, options);
  if (kind === "tested")
    return unknownOutcome("Can't verify. See “Past deliveries” on the subscription's page.");
  return resource === "member"
    ? judgeMember(entry, await readMemberNow(api, String(recordId), options))
    : judgeChanges(entry, await readSubscriptionNow(api, Number(recordId), options));
}

function judgeChanges({ changes }: JournalEntry, record: object): Finding {
  const comparable = changes.filter(
    ({ field, before, after }) => field !== WRITE_ONLY_FIELD && !isSameValue(field, before, after),
  );
  if (comparable.length === 0)
    return unknownOutcome("Can't verify. The server doesn't return the changed fields.");
  const comparison = compareFields(record, comparable);
  if (comparison.state === "neither") {
    const { field } = comparison.different;
    const value = formatFieldValue(field, Reflect.get(record, field));
    return unknownOutcome(`Can't verify. “${fieldLabel(field)}” is now ${value}.`);
  }
  return comparison.state === "after"
    ? { outcome: "done", reason: "Checked: applied.", changes: withServedValues(changes, record) }
    : { outcome: "refused", reason: "Checked: not applied." };
}

/** Judges a change to an explicit level, which is null without one. */
function judgeMember(entry: JournalEntry, member: ExplicitMember | null): Finding {
  const { kind, changes, at } = entry;
  const { level = null, joined_at = null } = member ?? {};
  const finding = judgeChanges(entry, { level, joined_at });
  if (member === null) {
    return finding.outcome === "unknown"
      ? unknownOutcome("Can't verify. The explicit level no longer exists.")
      : finding;
  }
  const joinedBefore = changes.find(({ field }) => field === "joined_at")?.before ?? null;
  if (kind === "deleted" && joinedBefore !== joined_at)
    return unknownOutcome("Can't verify. The explicit level was later added again.");
  // The level is older than the change, so someone else granted it. An undo must not remove it.
  const isOlder = Date.parse(joined_at ?? "") < Date.parse(at) - MAX_CLOCK_SKEW_MS;
  return kind === "created" && finding.outcome === "done" && isOlder
    ? unknownOutcome("Can't verify. The explicit level is older than this change.")
    : finding;
}

/** Puts the server's values in `after`, because an undo compares it with the current record. */
function withServedValues(changes: readonly FieldChange[], record: object): readonly FieldChange[] {
  return changes.map(({ field, before, after }) => ({
    field,
    before,
    after: field === WRITE_ONLY_FIELD ? after : (Reflect.get(record, field) ?? null),
  }));
}

/** Looks for the record that a creation may have created. */
async function findCreation(api: Api, entry: JournalEntry, options: ReadOptions): Promise<Finding> {
  const known = await listCreatedIds(api, entry.resource);
  return entry.resource === "export"
    ? findExport(api, entry, known)
    : findSubscription(api, entry, known, options);
}

type KnownIds = ReadonlySet<JournalEntry["recordId"]>;

/**
 * Returns the records that entries of the journal created. Excludes those that they changed, because the user may
 * already have changed a new record.
 */
export async function listCreatedIds(api: Api, resource: JournalEntry["resource"]): Promise<KnownIds> {
  const entries = await readJournal(api);
  const creations = entries.filter((entry) => entry.resource === resource && entry.kind === "created");
  return new Set(creations.map(({ recordId }) => recordId));
}

/** Returns the finding for the records that match a creation. Null without a match. */
function judgeMatches(
  { resource, changes }: JournalEntry,
  matches: readonly { readonly id: number }[],
  name: string,
): Finding | null {
  const [record, ...others] = matches;
  if (record === undefined) return null;
  if (others.length > 0) {
    const ids = formatList(matches.map(({ id }) => String(id)));
    return unknownOutcome(`Can't verify. This change matches ${resource}s ${ids}.`);
  }
  const { id } = record;
  const reason = `Checked: created as ${resource} ${id}.`;
  return { outcome: "done", reason, recordId: id, name, changes: withServedValues(changes, record) };
}

const getSentValue = ({ changes }: JournalEntry, name: string): unknown =>
  changes.find(({ field }) => field === name)?.after;

async function findSubscription(
  api: Api,
  entry: JournalEntry,
  known: KnownIds,
  options: ReadOptions,
): Promise<Finding> {
  const active = await fetchNewestRecords(api, {}, options);
  // Someone may have moved the new record to Trash.
  const trash = await fetchNewestRecords(api, { deleted: true }, options);
  const recordById = new Map([...active.records, ...trash.records].map((record) => [record.id, record]));
  const records = [...recordById.values()].filter(({ id }) => !known.has(id));
  const similar = records.filter((record) => isSimilarSubscription(entry, record));
  const matches = similar.filter((record) => isCreatedSince(entry, record));
  const finding = judgeMatches(entry, matches, matches[0] ? subscriptionTitle(matches[0]).text : "");
  if (finding !== null) return finding;
  // Someone may have edited the new record.
  const possible = records.filter((record) => isCreatedAtThatTime(entry, record)).map(({ id }) => id);
  if (possible.length > 0) return unknownOutcome(possibleMatchesMessage(possible));
  // A wrong clock may make similar records look older than the change. If any exist, the outcome can't be "not
  // created".
  return active.isWhole && trash.isWhole && similar.length === 0 ? NOT_CREATED : NOT_ALL_READ;
}

const MAX_LISTED_IDS = 5;

function possibleMatchesMessage(ids: readonly number[]): string {
  if (ids.length === 1)
    return `Can't verify. This change may have created subscription ${ids[0]}. Check its settings.`;
  const subscriptions =
    ids.length > MAX_LISTED_IDS
      ? pluralize(ids.length, "subscription", "subscriptions")
      : `Subscriptions ${formatList(ids.map(String))}`;
  return `Can't verify. ${subscriptions} were created around the time of this change. See if one matches.`;
}

/** Trims text as the server does. */
function trimValue(value: unknown): unknown {
  return typeof value === "string" ? value.trim() || null : value;
}

function isSimilarSubscription(entry: JournalEntry, record: Subscription): boolean {
  const isSame = (field: string) =>
    isSameValue(field, trimValue(getSentValue(entry, field)), trimValue(record[field]));
  return (
    ["title", "dashboard", "insight", "target_type"].every(isSame) &&
    // For an opaque channel, servers return only the host of the webhook URL.
    (isOpaqueChannel(record.target_type)
      ? String(getSentValue(entry, "target_value")).includes(record.target_value)
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

/** Reads only the first and last pages of a long list: its order isn't documented, but new records are at an end. */
async function fetchNewestRecords(api: Api, filter: { readonly deleted?: true }, options: ReadOptions) {
  const pageAt = (offset: number) =>
    api.client.request(listSubscriptions, {
      path: { project_id: api.projectId },
      query: { limit: PAGE_SIZE, offset, ...filter },
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

async function findExport(api: Api, entry: JournalEntry, known: KnownIds): Promise<Finding> {
  const { records, isWhole } = await fetchExportsSince(api, Date.parse(entry.at) - MAX_CLOCK_SKEW_MS);
  const matches = records.filter((record) => !known.has(record.id) && isSimilarExport(entry, record));
  const finding = judgeMatches(entry, matches, matches[0]?.filename?.trim() || entry.name);
  if (finding !== null) return finding;
  if (Date.now() - Date.parse(entry.at) < MAX_EXPORT_CREATION_MS) {
    return unknownOutcome("Checked: not found yet. The export may still be created. Check again later.");
  }
  const end = parseInstant(String(getSentValue(entry, "expires_after") ?? ""));
  if (end !== null && end.getTime() <= Date.now()) {
    return unknownOutcome("Can't verify. The export would have expired by now.");
  }
  return isWhole ? NOT_CREATED : NOT_ALL_READ;
}

function isSimilarExport(entry: JournalEntry, record: ExportedAsset): boolean {
  const fields = ["export_format", "dashboard", "insight", "export_context"] as const;
  return fields.every((field) => isPartOf(getSentValue(entry, field) ?? null, record[field] ?? null));
}

/** Whether `served` contains everything in `sent`. Servers reorder a context's keys and add others. */
function isPartOf(sent: unknown, served: unknown): boolean {
  if (typeof sent !== "object" || typeof served !== "object" || sent === null || served === null) {
    return sent === served;
  }
  if (Array.isArray(sent) && (!Array.isArray(served) || sent.length !== served.length)) return false;
  return Object.entries(sent).every(([key, value]) => isPartOf(value, Reflect.get(served, key)));
}

/** Reads the exports created since a time in ms since 1970. `isWhole` is false if some may be missing. */
async function fetchExportsSince(api: Api, since: number) {
  const records: ExportedAsset[] = [];
  let offset = 0;
  for (let pages = 0; pages < MAX_EXPORT_PAGES; pages += 1) {
    const page = await api.client.request(listExports, {
      path: { project_id: api.projectId },
      query: { limit: PAGE_SIZE, offset },
    });
    // Exports without a creation date may be new.
    const createdAt = ({ created_at }: ExportedAsset) => Date.parse(created_at ?? "");
    records.push(...page.results.filter((record) => !(createdAt(record) < since)));
    offset += page.results.length + page.broken.length;
    const last = page.results.at(-1);
    if (last === undefined || offset >= page.count || createdAt(last) < since) {
      return { records, isWhole: page.broken.length === 0 };
    }
  }
  return { records, isWhole: false };
}
