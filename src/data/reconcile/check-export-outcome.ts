import { type ExportedAsset, listExports } from "@/api/exports";
import type { Api } from "@/data/backend/backend";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { parseInstant } from "@/lib/time/dates";
import {
  createdMessage,
  NOT_CREATED_MESSAGE,
  severalMatchesMessage,
  unverifiableMessage,
} from "./check-outcome-messages";

const PAGE_SIZE = 100;
const MAX_PAGES = 5;
/** Maximum time by which the server's clock may be behind. */
const MAX_CLOCK_SKEW_MS = 5 * 60_000;
/** Maximum time that a server takes to create an export. Until then, a missing export may still appear. */
const MAX_CREATION_MS = 15 * 60_000;

export type ExportFinding = Pick<JournalEntry, "outcome" | "reason"> &
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
