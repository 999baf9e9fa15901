import type { JournalEntry } from "@/data/journal/journal-entry";
import { sanitizeFileName } from "@/lib/file/file-name";
import { jsonChunks } from "@/lib/file/json-file";

/** Creates a JSON file of the entries without the internal tab ID. Unknown values are null. */
export function createJournalFile(entries: readonly JournalEntry[], projectId: string, now: Date) {
  return {
    name: sanitizeFileName(`Activity of project ${projectId} ${now.toISOString().slice(0, 10)}`, "json"),
    type: "application/json",
    chunks: jsonChunks(entries, ({ tab: _tab, changes, ...entry }) => ({
      ...entry,
      changes: changes.map(({ field, before = null, after = null }) => ({ field, before, after })),
    })),
  };
}
