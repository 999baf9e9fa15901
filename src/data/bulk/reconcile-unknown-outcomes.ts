import type { QueryClient } from "@tanstack/react-query";
import type { SendableChange } from "@/data/changes/planned-change";
import type { Api } from "@/data/client/api-context";
import { checkJournalEntry } from "@/data/reconcile/check-outcome";
import { getChangeExecutor } from "./change-executors";

/** Checks the job's journal entries with an unknown outcome for one record. Never rejects. */
export async function reconcileUnknownOutcomes(
  queryClient: QueryClient,
  api: Api,
  { jobId, change }: { readonly jobId: string; readonly change: SendableChange },
): Promise<void> {
  const { recordId } = getChangeExecutor(change);
  if (recordId === null) return;
  try {
    const entries = await (await import("@/data/journal/journal-store")).readRecordEntries(
      api,
      recordId,
      change.resource,
    );
    const unknownEntries = entries.filter(
      ({ batch, outcome }) => batch?.id === jobId && outcome === "unknown",
    );
    await Promise.all(
      unknownEntries.map((entry) => checkJournalEntry(queryClient, api, entry, { isResent: true })),
    );
  } catch {
    // Without a journal there is nothing to update.
  }
}
