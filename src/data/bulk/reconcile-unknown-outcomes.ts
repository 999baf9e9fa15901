import type { QueryClient } from "@tanstack/react-query";
import type { SendableChange } from "@/data/changes/planned-change";
import type { Api } from "@/data/client/api-context";
import { checkJournalEntry } from "@/data/reconcile/check-outcome";
import { getChangeExecutor } from "./change-executors";

interface ReconcileOptions {
  readonly jobId: string;
  readonly change: SendableChange;
  /** Whether the change is about to be resent. Called after the record is read. */
  readonly isResent: () => boolean;
}

/** Resolves unknown outcomes of the job's journal entries for a record. Never rejects. */
export async function reconcileUnknownOutcomes(
  queryClient: QueryClient,
  api: Api,
  { jobId, change, isResent }: ReconcileOptions,
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
      unknownEntries.map((entry) =>
        checkJournalEntry(queryClient, api, entry, { isResent, isPartOfChange: true }),
      ),
    );
  } catch {}
}
