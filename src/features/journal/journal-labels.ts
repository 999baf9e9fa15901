import type { FieldChange, JournalEntry } from "@/data/journal/journal-entry";
import type { StatusTone } from "@/ui/primitives/status";

/** How a write stands now: its outcome, or that it was taken back. */
export type JournalEntryState = JournalEntry["outcome"] | "undone";

/** How an entry stands. */
export function getJournalEntryState({ outcome, undoneBy }: JournalEntry): JournalEntryState {
  return outcome === "done" && undoneBy !== null ? "undone" : outcome;
}

/** The states with their words, in the order of the help. */
export const JOURNAL_STATE_LABELS: Readonly<
  Record<JournalEntryState, { readonly label: string; readonly tone: StatusTone; readonly help: string }>
> = {
  done: { label: "Done", tone: "positive", help: "The server has confirmed it" },
  undone: { label: "Undone", tone: "neutral", help: "Done, and taken back later" },
  unknown: { label: "Outcome unknown", tone: "warning", help: "No answer came: it can be checked" },
  refused: { label: "Not done", tone: "danger", help: "The server has refused it" },
  running: { label: "Under way", tone: "neutral", help: "Its answer is awaited" },
};

/** What a write was about, in a person's words. */
export const RESOURCE_LABELS: Readonly<Record<JournalEntry["resource"], string>> = {
  subscription: "Delivery",
  export: "Export",
  member: "Member",
};

/** A creation or a move says it all in one word; of a change every field counts. */
export function visibleChanges({ kind, changes }: JournalEntry): readonly FieldChange[] {
  if (kind === "created") return changes.map((change) => ({ ...change, before: undefined }));
  return kind === "changed" ? changes : changes.filter(({ field }) => field !== "deleted");
}

/** By what a table knows an entry. */
export function journalEntryId({ id }: JournalEntry): string {
  return id;
}
