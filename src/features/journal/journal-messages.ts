import type { JournalEntry } from "@/data/journal/journal-entry";
import { formatCount, pluralize } from "@/lib/text/numbers";

/** "2 changes can be undone, 1 can't." @param totalCount at least 1 */
export function undoPlanMessage(possibleCount: number, totalCount: number): string {
  if (possibleCount === 0)
    return totalCount === 1 ? "This change can't be undone." : "None of these changes can be undone.";
  const possible = `${pluralize(possibleCount, "change", "changes")} can be undone`;
  return possibleCount === totalCount
    ? `${possible}.`
    : `${possible}, ${formatCount(totalCount - possibleCount)} can't.`;
}

/** The result of checking changes with an unknown outcome. */
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
