import type { FieldChange, JournalEntry } from "@/data/journal/journal-entry";
import type { StatusTone } from "@/ui/primitives/status";

export type JournalEntryState = JournalEntry["outcome"] | "undone";

export function getJournalEntryState({
  outcome,
  undoneBy,
}: Pick<JournalEntry, "outcome" | "undoneBy">): JournalEntryState {
  return outcome === "done" && undoneBy !== null ? "undone" : outcome;
}

/** `help` describes the state in search suggestions. */
export const JOURNAL_STATE_LABELS: Readonly<
  Record<JournalEntryState, { readonly label: string; readonly tone: StatusTone; readonly help: string }>
> = {
  done: { label: "Done", tone: "positive", help: "Confirmed by the server" },
  undone: { label: "Undone", tone: "neutral", help: "Undone by a later change" },
  unknown: { label: "Outcome unknown", tone: "warning", help: "Not confirmed by the server" },
  refused: { label: "Failed", tone: "danger", help: "Not applied on the server" },
  running: { label: "In progress", tone: "neutral", help: "Waiting for the response" },
};

export const RESOURCE_LABELS: Readonly<Record<JournalEntry["resource"], string>> = {
  subscription: "Subscription",
  export: "Export",
  member: "Member",
};

/**
 * Returns the field changes to list. Omits previous values of a creation. Omits `deleted` when the
 * kind of change implies it.
 */
export function visibleChanges({ kind, changes }: JournalEntry): readonly FieldChange[] {
  if (kind === "created") return changes.map((change) => ({ ...change, before: undefined }));
  return kind === "changed" ? changes : changes.filter(({ field }) => field !== "deleted");
}

export function journalEntryId({ id }: JournalEntry): string {
  return id;
}
