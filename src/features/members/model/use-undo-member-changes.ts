import { useQueryClient } from "@tanstack/react-query";
import { startBulkJob } from "@/data/bulk/bulk-job";
import { openBulkPreview } from "@/data/bulk/bulk-job-store";
import { createUndoChanges } from "@/data/bulk/bulk-undo";
import { useApi } from "@/data/client/api-context";
import { describeFailure } from "@/data/client/describe-failure";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { planUndo } from "@/data/undo/journal-undo";
import { toasts } from "@/ui/feedback/toasts";

/**
 * Returns a function that undoes a single journal entry immediately, and several entries after a
 * preview.
 */
export function useUndoMemberChanges() {
  const api = useApi();
  const queryClient = useQueryClient();

  function showNothingUndone(detail: string, retry?: () => void): void {
    const action = retry && { label: "Try again", onSelect: retry };
    toasts.show({ tone: "danger", title: "Couldn't undo", detail, ...(action && { action }) });
  }

  async function undo(entries: readonly JournalEntry[], label: string): Promise<void> {
    const retry = () => void undo(entries, label);
    try {
      const items = await planUndo(queryClient, api, entries, { isPartOfChange: entries.length === 1 });
      const changes = createUndoChanges(items);
      const [plannedChange] = changes;
      const isUnreadable = items.some((item) => item.kind === "refused" && item.refusal === "read");
      if (changes.length > 1) openBulkPreview(queryClient, api, { label, changes });
      else if (plannedChange?.kind === "impossible" || plannedChange?.kind === "nothing")
        showNothingUndone(plannedChange.why, isUnreadable ? retry : undefined);
      else startBulkJob(queryClient, api, { label, changes });
    } catch (error) {
      const problem = describeFailure(api.client, error);
      if (problem !== null) showNothingUndone(`${problem.title}. ${problem.detail}`, retry);
    }
  }

  return (entries: readonly JournalEntry[], label: string) => void undo(entries, label);
}
