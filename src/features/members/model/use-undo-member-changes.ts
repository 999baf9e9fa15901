import { useQueryClient } from "@tanstack/react-query";
import { startBulkRun } from "@/data/bulk/bulk-job";
import { askForPlan } from "@/data/bulk/bulk-job-store";
import { plannedUndo } from "@/data/bulk/bulk-undo";
import { useApi } from "@/data/client/api-context";
import { describeFailure } from "@/data/client/describe-failure";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { planUndo } from "@/data/undo/journal-undo";
import { useToasts } from "@/ui/feedback/toasts";

/** Takes writes back as the journal would: one at once, several after a look at what that comes to. */
export function useUndoWrites() {
  const api = useApi();
  const queries = useQueryClient();
  const toasts = useToasts();

  function sayNothing(detail: string, again?: () => void): void {
    const action = again && { label: "Try again", onSelect: again };
    toasts.show({ tone: "danger", title: "Nothing was undone", detail, ...(action && { action }) });
  }

  async function undo(entries: readonly JournalEntry[], label: string): Promise<void> {
    const again = () => void undo(entries, label);
    try {
      const items = await planUndo(queries, api, entries);
      const writes = plannedUndo(items);
      const [write] = writes;
      const isUnread = items.some((item) => item.kind === "refused" && item.refusal === "read");
      if (writes.length > 1) askForPlan(queries, api, { label, writes });
      else if (write?.kind === "impossible" || write?.kind === "nothing")
        sayNothing(write.why, isUnread ? again : undefined);
      else startBulkRun(queries, api, { label, writes });
    } catch (error) {
      const problem = describeFailure(api.client, error);
      if (problem !== null) sayNothing(`${problem.title}. ${problem.detail}`, again);
    }
  }

  return (entries: readonly JournalEntry[], label: string) => void undo(entries, label);
}
