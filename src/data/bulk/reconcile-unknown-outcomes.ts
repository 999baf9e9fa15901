import type { QueryClient } from "@tanstack/react-query";
import type { SentWrite } from "@/data/changes/planned-change";
import type { Api } from "@/data/client/api-context";
import { checkEntry } from "@/data/reconcile/check-outcome";
import { writerOf } from "./change-executors";

/** Has the journal look what became of a run's writes of one record, where that is unknown. Never rejects. */
export async function settleUnclear(
  queries: QueryClient,
  api: Api,
  { runId, write }: { readonly runId: string; readonly write: SentWrite },
): Promise<void> {
  const { recordId } = writerOf(write);
  if (recordId === null) return;
  try {
    const entries = await (await import("@/data/journal/journal-store")).readRecord(
      api,
      recordId,
      write.resource,
    );
    const unclear = entries.filter(({ batch, outcome }) => batch?.id === runId && outcome === "unknown");
    await Promise.all(unclear.map((entry) => checkEntry(queries, api, entry)));
  } catch {
    // Without the journal there is nothing to note it in.
  }
}
