import type { ReadOptions } from "@/api/client";
import { type ExportedAsset, listExports } from "@/api/exports";
import type { ExplicitMember } from "@/api/members";
import type { Api } from "@/data/backend/backend";
import { levelLabel } from "@/data/changes/access-levels";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { readMemberNow } from "@/data/members/optimistic-members";
import { formatList, pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { parseInstant } from "@/lib/time/dates";

const PAGE_SIZE = 100;
const MAX_PAGES = 5;
export const MAX_CLOCK_SKEW_MS = 5 * 60_000;
/** Maximum time that a server takes to create an export. Until then, a missing export may still appear. */
const MAX_CREATION_MS = 15 * 60_000;

type ExportFinding = Pick<JournalEntry, "outcome" | "reason"> &
  Partial<Pick<JournalEntry, "recordId" | "name" | "changes">>;

/**
 * Finds the export of a creation whose outcome is unknown. Rejects like `Client.request`.
 * @param known IDs of exports that other journal entries created
 */
export async function findExportCreation(
  api: Api,
  entry: JournalEntry,
  known: ReadonlySet<number | string | null>,
): Promise<ExportFinding> {
  const { records, isWhole } = await fetchExportsSince(api, Date.parse(entry.at) - MAX_CLOCK_SKEW_MS);
  const found = records.filter((record) => !known.has(record.id) && isSimilar(entry, record));
  const [record, ...others] = found;
  if (record === undefined) return createNotFoundFinding(entry, isWhole);
  if (others.length > 0) {
    const ids = found.map(({ id }) => id);
    return { outcome: "unknown", reason: severalMatchesMessage("export", ids) };
  }
  return {
    outcome: "done",
    reason: createdMessage("export", record.id),
    recordId: record.id,
    name: record.filename?.trim() || entry.name,
    changes: entry.changes.map((change) => ({ ...change, after: record[change.field] ?? change.after })),
  };
}

function createNotFoundFinding(entry: JournalEntry, isWhole: boolean): ExportFinding {
  if (Date.now() - Date.parse(entry.at) < MAX_CREATION_MS) {
    return { outcome: "unknown", reason: unverifiableMessage("not-found-yet") };
  }
  const end = parseInstant(String(getSentValue(entry, "expires_after") ?? ""));
  if (end !== null && end.getTime() <= Date.now()) {
    return { outcome: "unknown", reason: unverifiableMessage("expired") };
  }
  return isWhole
    ? { outcome: "refused", reason: NOT_CREATED_MESSAGE }
    : { outcome: "unknown", reason: unverifiableMessage("not-all-read") };
}

function getSentValue({ changes }: JournalEntry, field: string): unknown {
  return changes.find((change) => change.field === field)?.after;
}

function isSimilar(entry: JournalEntry, record: ExportedAsset): boolean {
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

/**
 * Reads the exports created since a time (ms since 1970), newest first. `isWhole` is false if some may be missing.
 */
async function fetchExportsSince(api: Api, since: number) {
  const records: ExportedAsset[] = [];
  let offset = 0;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
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

export const APPLIED_MESSAGE = "Checked: applied.";
export const NOT_APPLIED_MESSAGE = "Checked: not applied.";
export const NOT_CREATED_MESSAGE = "Checked: not created.";

const UNVERIFIABLE_MESSAGES = {
  "not-found-yet": "Checked: not found yet. The export may still be created. Check again later.",
  "not-all-read":
    "Can't verify. Some records weren't read, or a matching record looks older than this change.",
  expired: "Can't verify. The export would have expired by now.",
  gone: "Can't verify. The record no longer exists on the server.",
  "not-returned": "Can't verify. The server doesn't return the changed fields.",
  "test-delivery": "Can't verify. See “Past deliveries” on the subscription's page.",
  "older-level": "Can't verify. The explicit level is older than this change.",
  "no-level": "Can't verify. The explicit level no longer exists.",
  "new-level": "Can't verify. The explicit level was later added again.",
} as const;

type UnverifiableReason = keyof typeof UNVERIFIABLE_MESSAGES;

export function unverifiableMessage(reason: UnverifiableReason): string {
  return UNVERIFIABLE_MESSAGES[reason];
}

/** Describes a field with neither the old nor the new value. */
export function differentValueMessage(label: string, value: string): string {
  return `Can't verify. “${label}” is now ${value}.`;
}

export function createdMessage(noun: "export" | "subscription", id: number): string {
  return `Checked: created as ${noun} ${id}.`;
}

export function severalMatchesMessage(noun: "export" | "subscription", ids: readonly number[]): string {
  return `Can't verify. This change matches ${noun}s ${formatList(ids.map(String))}.`;
}

const MAX_LISTED_IDS = 5;

/**
 * Explains that the change may have created one of these subscriptions, and that someone may have edited it since.
 */
export function possibleMatchesMessage(ids: readonly number[]): string {
  if (ids.length === 1) {
    return `Can't verify. This change may have created subscription ${ids[0]}. Check its settings.`;
  }
  const subscriptions =
    ids.length > MAX_LISTED_IDS
      ? pluralize(ids.length, "subscription", "subscriptions")
      : `Subscriptions ${formatList(ids.map(String))}`;
  return `Can't verify. ${subscriptions} were created around the time of this change. See if one matches.`;
}

export function checkFailedMessage({ title, detail }: Pick<Problem, "title" | "detail">): string {
  return `Couldn't check the outcome. ${title}. ${detail}`;
}

export type MemberFinding = Pick<JournalEntry, "outcome" | "reason">;

const DONE: MemberFinding = { outcome: "done", reason: APPLIED_MESSAGE };
const NOT_DONE: MemberFinding = {
  outcome: "refused",
  reason: NOT_APPLIED_MESSAGE,
};

function createUnknownFinding(reason: UnverifiableReason): MemberFinding {
  return { outcome: "unknown", reason: unverifiableMessage(reason) };
}

/** Finds the outcome of a change to an explicit level. Rejects as `Client.request` does. */
export async function findMemberOutcome(
  api: Api,
  entry: JournalEntry,
  uuid: string,
  options: ReadOptions,
): Promise<MemberFinding> {
  const member = await readMemberNow(api, uuid, options);
  switch (entry.kind) {
    case "created":
      return judgeAddition(entry, member);
    case "deleted":
      return judgeRemoval(entry, member);
    default:
      return judgeChange(entry, member);
  }
}

function findFieldChange({ changes }: JournalEntry, field: string) {
  return changes.find((change) => change.field === field);
}

function judgeAddition(entry: JournalEntry, member: ExplicitMember | null): MemberFinding {
  if (member === null) return NOT_DONE;
  if (member.level !== findFieldChange(entry, "level")?.after) return createOtherLevelFinding(member);
  const joined = Date.parse(member.joined_at ?? "");
  // The level is older than the change, so someone else granted it. An undo must not remove it.
  if (joined < Date.parse(entry.at) - MAX_CLOCK_SKEW_MS) {
    return createUnknownFinding("older-level");
  }
  return DONE;
}

function judgeChange(entry: JournalEntry, member: ExplicitMember | null): MemberFinding {
  if (member === null) return createUnknownFinding("no-level");
  const level = findFieldChange(entry, "level");
  if (member.level === level?.after) return DONE;
  return member.level === level?.before ? NOT_DONE : createOtherLevelFinding(member);
}

function judgeRemoval(entry: JournalEntry, member: ExplicitMember | null): MemberFinding {
  if (member === null) return DONE;
  const joined = findFieldChange(entry, "joined_at")?.before ?? null;
  if (joined !== member.joined_at) return createUnknownFinding("new-level");
  return member.level === findFieldChange(entry, "level")?.before
    ? NOT_DONE
    : createOtherLevelFinding(member);
}

function createOtherLevelFinding({ level }: ExplicitMember): MemberFinding {
  return { outcome: "unknown", reason: differentValueMessage("Level", levelLabel(level)) };
}
