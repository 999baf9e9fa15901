import type { QueryClient } from "@tanstack/react-query";
import { listSubscriptions, type Subscription } from "@/contract/subscriptions";
import { fieldLabel, valueWords } from "@/data/changes/change-labels";
import { isSameValue } from "@/data/changes/same-value";
import type { Api } from "@/data/client/api-context";
import { keepEntry } from "@/data/journal/journal";
import type { FieldChange, JournalEntry } from "@/data/journal/journal-entry";
import { readJournal } from "@/data/journal/journal-store";
import { readNow } from "@/data/undo/subscription-undo";
import { describeError } from "@/http/describe-error";
import { HttpError } from "@/http/errors";
import { findExportCreation } from "./check-export-outcome";
import { findMemberWrite } from "./check-member-outcome";

/** Records of a page of the list, and pages that are looked through for a creation without an answer. */
const PAGE_SIZE = 100;
const MOST_PAGES = 5;
/** Ms by which the server's clock may be behind the browser's. */
const CLOCK_SKEW = 5 * 60_000;
const SENT_ONLY = "invite_message";

type Finding = Pick<JournalEntry, "outcome" | "reason"> &
  Partial<Pick<JournalEntry, "recordId" | "name" | "changes">>;

/**
 * Looks on the server what became of a write without an answer, and puts what it finds into the journal. Gives the
 * entry as it is then: still "unknown" where nothing can be told, with what was found as its reason.
 */
export async function checkEntry(queries: QueryClient, api: Api, entry: JournalEntry): Promise<JournalEntry> {
  const finding = await findWrite(queries, api, entry);
  const checked = { ...entry, ...finding };
  await keepEntry(checked);
  return checked;
}

async function findWrite(queries: QueryClient, api: Api, entry: JournalEntry): Promise<Finding> {
  if (entry.recordId === null) return findCreation(api, entry);
  if (entry.resource !== "member") return findChange(queries, api, entry, Number(entry.recordId));
  try {
    return await findMemberWrite(queries, api, entry, String(entry.recordId));
  } catch (error) {
    return notChecked(error);
  }
}

async function findChange(queries: QueryClient, api: Api, entry: JournalEntry, id: number): Promise<Finding> {
  const reading = await readNow(queries, api, id);
  if ("error" in reading) return unread(reading.error);
  return judge(entry, reading.record);
}

function unread(error: unknown): Finding {
  if (error instanceof HttpError && error.status === 404) {
    return { outcome: "unknown", reason: "Checked: the server does not have this delivery any more." };
  }
  return notChecked(error);
}

function notChecked(error: unknown): Finding {
  const { title, detail } = describeError(error);
  return { outcome: "unknown", reason: `It could not be checked: ${title}. ${detail}` };
}

function judge({ changes }: JournalEntry, record: Subscription): Finding {
  const told = changes.filter(
    ({ field, before, after }) => field !== SENT_ONLY && !isSameValue(field, before, after),
  );
  if (told.length === 0) {
    return { outcome: "unknown", reason: "Checked: nothing on the server tells whether it was done." };
  }
  if (told.every(({ field, after }) => isSameValue(field, record[field], after))) {
    return { outcome: "done", reason: "Checked: it was done.", changes: withServed(changes, record) };
  }
  if (told.every(({ field, before }) => isSameValue(field, record[field], before))) {
    return { outcome: "refused", reason: "Checked: it was not done. Everything stands as before." };
  }
  const other = told.find(({ field, after }) => !isSameValue(field, record[field], after));
  const words = other && `${fieldLabel(other.field)} is ${valueWords(other.field, record[other.field])} now`;
  return {
    outcome: "unknown",
    reason: `Checked: something else stands there, so nobody can tell. ${words ?? ""}.`,
  };
}

/** From here on the entry can be taken back: what the server has is what an undo compares with. */
function withServed(changes: readonly FieldChange[], record: Subscription): readonly FieldChange[] {
  return changes.map((change) =>
    change.field === SENT_ONLY ? change : { ...change, after: record[change.field] ?? null },
  );
}

async function findCreation(api: Api, entry: JournalEntry): Promise<Finding> {
  try {
    const others = (await readJournal(api)).filter(({ resource }) => resource === entry.resource);
    const known = new Set(others.map(({ recordId }) => recordId));
    if (entry.resource === "export") return await findExportCreation(api, entry, known);
    const { records, isWhole } = await newestRecords(api);
    const alike = records.filter((record) => !known.has(record.id) && isAlike(entry, record));
    const found = alike.filter((record) => isMadeSince(entry, record));
    // A clock that is wrong must not say that nothing was made.
    return creationFinding(entry, found, isWhole && alike.length === found.length);
  } catch (error) {
    return unread(error);
  }
}

function creationFinding(entry: JournalEntry, found: readonly Subscription[], isWhole: boolean): Finding {
  const [record, ...others] = found;
  if (record === undefined) {
    return isWhole
      ? { outcome: "refused", reason: "Checked: no such delivery is on the server, so it was not made." }
      : {
          outcome: "unknown",
          reason:
            "Checked: it was not found for certain. There are more deliveries, or an older one that is just like it.",
        };
  }
  if (others.length > 0) {
    const numbers = found.map(({ id }) => id).join(", ");
    return {
      outcome: "unknown",
      reason: `Checked: the deliveries ${numbers} are like it, and nothing tells which of them it made.`,
    };
  }
  return {
    outcome: "done",
    reason: `Checked: it was made, as delivery ${record.id}.`,
    recordId: record.id,
    name: record.title?.trim() || `Delivery ${record.id}`,
    changes: withServed(entry.changes, record),
  };
}

/** Servers trim texts. */
function trimmed(value: unknown): unknown {
  return typeof value === "string" ? value.trim() || null : value;
}

function isAlike({ changes }: JournalEntry, record: Subscription): boolean {
  const sent = (field: string) => changes.find((change) => change.field === field)?.after;
  return ["title", "dashboard", "insight", "target_type", "target_value"].every((field) =>
    isSameValue(field, trimmed(sent(field)), trimmed(record[field])),
  );
}

function isMadeSince({ at }: JournalEntry, record: Subscription): boolean {
  const made = Date.parse(record.created_at ?? "");
  // A server that does not say when it was made is believed on its looks.
  return Number.isNaN(made) || made >= Date.parse(at) - CLOCK_SKEW;
}

/** The first and the last pages of the list: no server promises an order, but a new record stands at one of its ends. */
async function newestRecords(api: Api) {
  const pageAt = (offset: number) =>
    api.client.request(listSubscriptions, {
      path: { project_id: api.projectId },
      query: { limit: PAGE_SIZE, offset },
    });
  const first = await pageAt(0);
  const records = new Map(first.results.map((record) => [record.id, record]));
  // Some servers hand out less than they are asked for.
  const step = Math.max(1, Math.min(PAGE_SIZE, first.results.length));
  const offsets: number[] = [];
  for (let offset = step; offset < first.count; offset += step) offsets.push(offset);
  const isWhole = offsets.length < MOST_PAGES;
  const wanted = isWhole ? offsets : [...offsets.slice(0, 1), ...offsets.slice(-(MOST_PAGES - 2))];
  for (const offset of wanted) {
    for (const record of (await pageAt(offset)).results) records.set(record.id, record);
  }
  // Broken records are missing here too, and so are those that an unsteady order has left out.
  return { records: [...records.values()], isWhole: isWhole && records.size >= first.count };
}
