import type { JournalEntry } from "@/data/journal/journal-entry";

/** Builds the entry of a successful change of a subscription. */
export function buildJournalEntry(fields: Partial<JournalEntry> = {}): JournalEntry {
  return {
    id: "1",
    connection: "demo",
    server: "Demo data",
    projectId: "1",
    at: "2026-11-21T10:00:00.000Z",
    resource: "subscription",
    recordId: 1,
    name: "Weekly figures",
    kind: "changed",
    changes: [],
    outcome: "done",
    reason: null,
    batch: null,
    undoes: null,
    undoneBy: null,
    tab: "another",
    ...fields,
  };
}
