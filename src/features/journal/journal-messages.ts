import type { FieldChange, JournalEntry } from "@/data/journal/journal-entry";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { type CivilDay, formatCivilDay } from "@/lib/time/calendar-days";
import type { StatusTone } from "@/ui/primitives/status";

/** Formats a day: "Today", "Yesterday" or "Fri, November 20, 2026". */
export function formatJournalDay(day: CivilDay, today: CivilDay): string {
  if (day === today) return "Today";
  if (day === today - 1) return "Yesterday";
  return formatCivilDay(day, { weekday: "short", day: "numeric", month: "long", year: "numeric" });
}

const MAX_NAMES = 3;

/** Formats names: "Weekly figures, Daily sales, Board pack and 9 more". */
export function formatBatchNames(entries: readonly Pick<JournalEntry, "name">[]): string {
  const names = [...new Set(entries.map(({ name }) => name))];
  const hidden = names.length - MAX_NAMES;
  const shown = names.slice(0, MAX_NAMES).join(", ");
  return hidden > 0 ? `${shown} and ${formatCount(hidden)} more` : shown;
}

const STATES_BY_SEVERITY: readonly JournalEntryState[] = ["refused", "unknown", "running", "done", "undone"];

/** Combines outcomes, such as "Done" or "1 failed, 11 done". Uses the most severe tone. */
export function describeBatchOutcome(entries: readonly Pick<JournalEntry, "outcome" | "undoneBy">[]): {
  readonly tone: StatusTone;
  readonly label: string;
} {
  const states = entries.map((entry) => getJournalEntryState(entry));
  const found = STATES_BY_SEVERITY.filter((state) => states.includes(state));
  const [worst = "done", ...others] = found;
  const { tone, label } = JOURNAL_STATE_LABELS[worst];
  if (others.length === 0) return { tone, label };
  const countOf = (state: JournalEntryState) => states.filter((each) => each === state).length;
  const parts = found.map(
    (state) =>
      `${formatCount(countOf(state))} ${state === "unknown" ? "unknown" : JOURNAL_STATE_LABELS[state].label.toLowerCase()}`,
  );
  return { tone, label: parts.join(", ") };
}

/**
 * Summarizes a plan: "2 changes can be undone, and 1 can't."
 * @param totalCount at least 1
 */
export function undoPlanMessage(possibleCount: number, totalCount: number): string {
  if (possibleCount === 0)
    return totalCount === 1 ? "This change can't be undone." : "None of these changes can be undone.";
  const possible = `${pluralize(possibleCount, "change", "changes")} can be undone`;
  return possibleCount === totalCount
    ? `${possible}.`
    : `${possible}, and ${formatCount(totalCount - possibleCount)} can't.`;
}

/** @param counts the result of a single undo, or null while the undo runs */
export function undoOutcomeMessage(
  counts: { readonly done: number; readonly unknown: number } | null,
): string {
  if (counts === null) return "Undoing the change";
  if (counts.done > 0) return "The change was undone";
  return counts.unknown > 0 ? "Couldn't confirm that the change was undone" : "The change wasn't undone";
}

export function describeCheckResult(checked: readonly Pick<JournalEntry, "name" | "reason" | "outcome">[]): {
  readonly title: string;
  readonly detail?: string;
} {
  const [first] = checked;
  if (checked.length === 1 && first) {
    return { title: `Checked “${first.name}”`, ...(first.reason !== null && { detail: first.reason }) };
  }
  const count = (outcome: JournalEntry["outcome"]) =>
    formatCount(checked.filter((entry) => entry.outcome === outcome).length);
  return {
    title: `Checked ${pluralize(checked.length, "change", "changes")}`,
    detail: `${count("done")} done, ${count("refused")} failed, ${count("unknown")} unknown.`,
  };
}

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
