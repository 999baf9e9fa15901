import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { forgotten, plannedUndo } from "@/data/bulk/bulk-undo";
import type { PlannedWrite } from "@/data/changes/planned-change";
import { type Api, useApi } from "@/data/client/api-context";
import { type JournalEntry, recordKey } from "@/data/journal/journal-entry";
import { useJournalUpdates } from "@/data/journal/journal-queries";
import { readJournal } from "@/data/journal/journal-store";
import { checkEntry } from "@/data/reconcile/check-outcome";
import { entriesOfBatch, planUndo } from "@/data/undo/journal-undo";
import { recordKeyOfStep, withJournal } from "./offboarding-outcome";
import type { OffboardingCase } from "./offboarding-record";
import { dropCase, isCaseKept, keepCase, readCases, watchCases } from "./offboarding-store";

function keyOf(api: Api) {
  // Below the journal: its writes tell what became of a case.
  return [api.client.connection.id, api.projectId, "journal", "offboardings"] as const;
}

/** What this browser has kept of the offboardings of a project. */
export const offboardingQueries = {
  /** Every case, newest first, with what the journal says of its writes. */
  all: (api: Api) =>
    queryOptions({
      queryKey: keyOf(api),
      queryFn: async () => {
        const cases = await readCases(api);
        return await Promise.all(
          cases.map(async (each) => ({
            kept: withJournal(each, await entriesOf(api, each)),
            /** Else it is gone with the tab. */
            isKept: isCaseKept(each.id),
          })),
        );
      },
      staleTime: 0,
      refetchOnWindowFocus: true,
    }),
};

/** Has what is shown of the cases read again after every change, of this tab or another. */
export function useOffboardingUpdates(): void {
  const api = useApi();
  const queries = useQueryClient();
  useJournalUpdates();
  useEffect(() => watchCases(() => void queries.invalidateQueries({ queryKey: keyOf(api) })), [api, queries]);
}

/** Is content with what was not done: nothing of it is left to do. */
export async function closeCase(queries: QueryClient, api: Api, kept: OffboardingCase): Promise<void> {
  await keepCase(api, kept, (known) => ({ ...known, closedAt: new Date().toISOString() }));
  await queries.invalidateQueries({ queryKey: keyOf(api) });
}

/** Forgets a case; what it has done stays done, and in the journal. */
export async function forgetCase(queries: QueryClient, api: Api, id: string): Promise<void> {
  await dropCase(id);
  await queries.invalidateQueries({ queryKey: keyOf(api) });
}

/** The journal's entries of a case; none where the journal cannot be read. */
async function entriesOf(api: Api, { batches }: OffboardingCase): Promise<readonly JournalEntry[]> {
  const found = await Promise.all(batches.map((batch) => entriesOfBatch(api, batch).catch(() => [])));
  return found.flat();
}

/**
 * A case as it stands before it is taken up again: what nobody knew the outcome of is looked at on the server first.
 * Never rejects.
 */
export async function settleCase(
  queries: QueryClient,
  api: Api,
  kept: OffboardingCase,
): Promise<OffboardingCase> {
  const entries = await entriesOf(api, kept);
  const unclear = entries.filter(({ outcome }) => outcome === "unknown");
  for (const entry of unclear) await checkEntry(queries, api, entry).catch(() => undefined);
  const known = unclear.length === 0 ? entries : await entriesOf(api, kept);
  return await keepCase(api, kept, (now) => withJournal(now, known));
}

/**
 * What takes a whole offboarding back, newest write first: its records are read now, and what somebody has changed since
 * is refused with the reason. Rejects with the signal's reason only.
 */
export async function planCaseUndo(
  queries: QueryClient,
  api: Api,
  kept: OffboardingCase,
  signal?: AbortSignal,
): Promise<readonly PlannedWrite[]> {
  const { steps } = await settleCase(queries, api, kept);
  await settleUndos(queries, api, await entriesOf(api, kept));
  const entries = (await entriesOf(api, kept)).filter(({ undoes }) => undoes === null);
  const standing = entries.filter(({ outcome, undoneBy }) => outcome !== "refused" && undoneBy === null);
  const planned = plannedUndo(await planUndo(queries, api, standing, signal));
  const noted = new Set(entries.map(recordKey));
  const lost = steps.filter((step) => step.outcome === "done" && !noted.has(recordKeyOfStep(step)));
  return [...planned, ...lost.map(forgotten)];
}

/** An earlier undo may have been broken off: what of it was done all the same is not planned again. */
async function settleUndos(queries: QueryClient, api: Api, entries: readonly JournalEntry[]): Promise<void> {
  const standing = new Set(entries.filter(({ undoneBy }) => undoneBy === null).map(({ id }) => id));
  const all = await readJournal(api).catch(() => []);
  const unclear = all.filter(({ outcome, undoes }) => outcome === "unknown" && standing.has(undoes ?? ""));
  for (const entry of unclear) await checkEntry(queries, api, entry).catch(() => undefined);
}
