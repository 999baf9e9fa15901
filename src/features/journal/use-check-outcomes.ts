import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/data/client/api-context";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { journalQueries } from "@/data/journal/journal-queries";
import { checkJournalEntry } from "@/data/reconcile/check-outcome";
import { pluralize } from "@/lib/text/numbers";
import { useToasts } from "@/ui/feedback/toasts";

/** Checks the outcome of unanswered changes on the server, one at a time. */
export function useCheckOutcomes() {
  const api = useApi();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const { mutate, isPending } = useMutation({
    mutationFn: async (entries: readonly JournalEntry[]) => {
      const checked: JournalEntry[] = [];
      for (const entry of entries) checked.push(await checkJournalEntry(queryClient, api, entry));
      return checked;
    },
    onSuccess: (checked) => {
      toasts.show(checkResultMessage(checked));
      return queryClient.invalidateQueries({ queryKey: journalQueries.all(api).queryKey });
    },
  });
  return { check: mutate, isChecking: isPending };
}

function checkResultMessage(checked: readonly JournalEntry[]) {
  const [first] = checked;
  if (checked.length === 1 && first) {
    return { title: `Checked “${first.name}”`, ...(first.reason !== null && { detail: first.reason }) };
  }
  const count = (outcome: JournalEntry["outcome"]) =>
    checked.filter((entry) => entry.outcome === outcome).length;
  return {
    title: `Checked ${pluralize(checked.length, "change", "changes")}`,
    detail: `${count("done")} done, ${count("refused")} failed, ${count("unknown")} unknown.`,
  };
}
