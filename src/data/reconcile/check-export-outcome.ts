import { type ExportedAsset, listExports } from "@/contract/exports";
import type { Api } from "@/data/client/api-context";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { parseInstant } from "@/lib/time/dates";

const PAGE_SIZE = 100;
/** Pages of the list that are looked through at most. */
const MAX_PAGES = 5;
/** Ms by which the server's clock may be behind the browser's. */
const MAX_CLOCK_SKEW_MS = 5 * 60_000;
/** Ms for which a server may be at a creation; before that, what is not in the list may still come. */
const MAX_CREATION_MS = 15 * 60_000;

/** What was found of a creation. */
export type ExportFinding = Pick<JournalEntry, "outcome" | "reason"> &
  Partial<Pick<JournalEntry, "recordId" | "name" | "changes">>;

/**
 * Looks for the export that a creation without an answer may have made. Rejects as `Client.request`.
 * @param known numbers of exports that other entries have made
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
    const numbers = found.map(({ id }) => id).join(", ");
    return {
      outcome: "unknown",
      reason: `Checked: the exports ${numbers} are like it, and nothing tells which of them it made.`,
    };
  }
  return {
    outcome: "done",
    reason: `Checked: it was made, as export ${record.id}.`,
    recordId: record.id,
    name: record.filename?.trim() || entry.name,
    changes: entry.changes.map((change) => ({ ...change, after: record[change.field] ?? change.after })),
  };
}

function createNotFoundFinding(entry: JournalEntry, isWhole: boolean): ExportFinding {
  if (Date.now() - Date.parse(entry.at) < MAX_CREATION_MS) {
    return {
      outcome: "unknown",
      reason: "Checked: it is not in the list so far. The server may still be making it: check again later.",
    };
  }
  const end = parseInstant(String(getSentValue(entry, "expires_after") ?? ""));
  if (end !== null && end.getTime() <= Date.now()) {
    return { outcome: "unknown", reason: "Checked: it would have expired by now, so nobody can tell." };
  }
  return isWhole
    ? { outcome: "refused", reason: "Checked: no such export is on the server, so it was not made." }
    : { outcome: "unknown", reason: "Checked: it was not found, but there are more exports than were read." };
}

function getSentValue({ changes }: JournalEntry, field: string): unknown {
  return changes.find((change) => change.field === field)?.after;
}

function isSimilar(entry: JournalEntry, record: ExportedAsset): boolean {
  const fields = ["export_format", "dashboard", "insight", "export_context"] as const;
  return fields.every((field) => isPartOf(getSentValue(entry, field) ?? null, record[field] ?? null));
}

/** Whether everything that was sent is there: servers order the keys of a context anew, and add some of their own. */
function isPartOf(sent: unknown, served: unknown): boolean {
  if (typeof sent !== "object" || typeof served !== "object" || sent === null || served === null) {
    return sent === served;
  }
  if (Array.isArray(sent) && (!Array.isArray(served) || sent.length !== served.length)) return false;
  return Object.entries(sent).every(([key, value]) => isPartOf(value, Reflect.get(served, key)));
}

/** The newest exports, down to those made before a moment; `isWhole` where none of them can be missing. */
async function fetchExportsSince(api: Api, since: number) {
  const records: ExportedAsset[] = [];
  let offset = 0;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await api.client.request(listExports, {
      path: { project_id: api.projectId },
      query: { limit: PAGE_SIZE, offset },
    });
    // Where a server does not say when it was made, it is believed on its looks.
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
