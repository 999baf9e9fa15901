import type { QueryClient } from "@tanstack/react-query";
import type { Api } from "./api-context";
import { checkEntry } from "./journal-check";
import type { SentWrite } from "./planned-write";
import { writerOf } from "./record-writers";

/** Has the journal look what became of a run's writes of one record, where that is unknown. Never rejects. */
export async function settleUnclear(
  queries: QueryClient,
  api: Api,
  { runId, write }: { readonly runId: string; readonly write: SentWrite },
): Promise<void> {
  const { recordId } = writerOf(write);
  if (recordId === null) return;
  try {
    const entries = await (await import("./journal-store")).readRecord(api, recordId, write.resource);
    const unclear = entries.filter(({ batch, outcome }) => batch?.id === runId && outcome === "unknown");
    await Promise.all(unclear.map((entry) => checkEntry(queries, api, entry)));
  } catch {
    // Without the journal there is nothing to note it in.
  }
}
