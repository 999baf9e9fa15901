import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/data/client/api-context";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { journalQueries } from "@/data/journal/journal-queries";
import { checkJournalEntry } from "@/data/reconcile/check-outcome";
import { useToasts } from "@/ui/feedback/toasts";
import { describeCheckResult } from "./journal-messages";

/** Provides `check`, which looks up unknown outcomes on the server, one change at a time. */
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
      toasts.show(describeCheckResult(checked));
      return queryClient.invalidateQueries({ queryKey: journalQueries.all(api).queryKey });
    },
  });
  return { check: mutate, isChecking: isPending };
}
