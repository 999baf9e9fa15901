import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/data/api-context";
import { startBulkRun } from "@/data/bulk-run";
import { askForPlan } from "@/data/bulk-runs";
import { plannedUndo } from "@/data/bulk-undo";
import { describeFailure } from "@/data/describe-failure";
import type { JournalEntry } from "@/data/journal-entry";
import { planUndo } from "@/data/journal-undo";
import { useToasts } from "@/ui/toasts";

/** Takes writes back as the journal would: one at once, several after a look at what that comes to. */
export function useUndoWrites() {
  const api = useApi();
  const queries = useQueryClient();
  const toasts = useToasts();

  function sayNothing(detail: string): void {
    toasts.show({ tone: "danger", title: "Nothing was undone", detail });
  }

  async function undo(entries: readonly JournalEntry[], label: string): Promise<void> {
    try {
      const writes = plannedUndo(await planUndo(queries, api, entries));
      const [write] = writes;
      if (writes.length > 1) askForPlan(queries, api, { label, writes });
      else if (write?.kind === "impossible" || write?.kind === "nothing") sayNothing(write.why);
      else startBulkRun(queries, api, { label, writes });
    } catch (error) {
      const problem = describeFailure(api.client, error);
      if (problem !== null) sayNothing(`${problem.title}. ${problem.detail}`);
    }
  }

  return (entries: readonly JournalEntry[], label: string) => void undo(entries, label);
}
