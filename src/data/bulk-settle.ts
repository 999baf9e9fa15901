import type { QueryClient } from "@tanstack/react-query";
import type { Api } from "./api-context";
import { checkEntry } from "./journal-check";

/** Has the journal look what became of a run's writes of one record, where that is unknown. Never rejects. */
export async function settleUnclear(
  queries: QueryClient,
  api: Api,
  { runId, recordId }: { readonly runId: string; readonly recordId: number },
): Promise<void> {
  try {
    const entries = await (await import("./journal-store")).readRecord(api, recordId);
    const unclear = entries.filter(({ batch, outcome }) => batch?.id === runId && outcome === "unknown");
    await Promise.all(unclear.map((entry) => checkEntry(queries, api, entry)));
  } catch {
    // Without the journal there is nothing to note it in.
  }
}
