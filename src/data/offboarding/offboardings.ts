import { queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import * as z from "zod/mini";
import { listSubscriptions } from "@/api/subscriptions";
import { type Api, projectKey, useApi } from "@/data/backend/backend";
import { createUnrecordedChange } from "@/data/bulk/bulk-undo";
import type { PlannedChange } from "@/data/changes/planned-change";
import { type JournalEntry, recordKey } from "@/data/journal/journal-entry";
import { useJournalUpdates } from "@/data/journal/journal-queries";
import { readBatchEntries, readJournal } from "@/data/journal/journal-store";
import { checkJournalEntry } from "@/data/reconcile/check-outcome";
import { planUndo } from "@/data/undo/plan-undo";
import { applyJournal, stepRecordKey } from "./offboarding-job";
import { type OffboardingChoices, offboardingChoicesSchema } from "./offboarding-plan";
import type { OffboardingRecord } from "./offboarding-record";
import {
  deleteStoredOffboarding,
  isOffboardingStored,
  readOffboardings,
  subscribeToOffboardings,
  updateStoredOffboarding,
} from "./offboarding-store";

export const offboardingQueries = {
  /** Loads all offboardings, newest first. Updates the steps' outcomes from the journal. */
  all: (api: Api) =>
    queryOptions({
      // Outcomes depend on journal entries, so invalidating the journal also invalidates the offboardings.
      queryKey: projectKey(api, "journal", "offboardings"),
      queryFn: async () => {
        const toResult = async (record: OffboardingRecord) => ({
          offboarding: applyJournal(record, await fetchEntries(api, record)),
          isStored: isOffboardingStored(record.id),
        });
        return Promise.all((await readOffboardings(api)).map(toResult));
      },
      staleTime: 0,
      refetchOnWindowFocus: true,
    }),
  /**
   * Asks for the lengths of the lists of active subscriptions and of those in Trash.
   * @param readAt when each list was read
   */
  counts: (api: Api, readAt: readonly (number | null)[]) =>
    queryOptions({
      queryKey: projectKey(api, "offboarding counts", ...readAt),
      queryFn: ({ signal }) =>
        Promise.all(
          [false, true].map(async (deleted) => {
            const { count } = await api.client.request(listSubscriptions, {
              path: { project_id: api.projectId },
              query: { limit: 1, offset: 0, ...(deleted && { deleted }) },
              signal,
            });
            return count;
          }),
        ),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),
};

export function useOffboardingUpdates(): void {
  const api = useApi();
  useJournalUpdates();
  useEffect(() => subscribeToOffboardings(() => void refetchOffboardings(api)), [api]);
}

async function refetchOffboardings(api: Api): Promise<void> {
  await api.queryClient.invalidateQueries({ queryKey: offboardingQueries.all(api).queryKey });
}

/** Marks an offboarding as finished, even with unfinished steps. */
export async function closeOffboarding(api: Api, offboarding: OffboardingRecord): Promise<void> {
  const closedAt = new Date().toISOString();
  await updateStoredOffboarding(api, offboarding, (known) => ({ ...known, closedAt }));
  await refetchOffboardings(api);
}

/** Deletes an offboarding, but not its journal entries. */
export async function deleteOffboarding(api: Api, id: string): Promise<void> {
  await deleteStoredOffboarding(id);
  await refetchOffboardings(api);
}

async function fetchEntries(api: Api, { batches }: OffboardingRecord): Promise<readonly JournalEntry[]> {
  const found = await Promise.all(batches.map((batch) => readBatchEntries(api, batch).catch(() => [])));
  return found.flat();
}

/** Reads the server's records to resolve unknown outcomes, and stores the outcomes. Never rejects. */
export async function reconcileOffboarding(
  api: Api,
  offboarding: OffboardingRecord,
): Promise<OffboardingRecord> {
  await resolveUnknown(api, await fetchEntries(api, offboarding));
  const entries = await fetchEntries(api, offboarding);
  return updateStoredOffboarding(api, offboarding, (known) => applyJournal(known, entries));
}

/** Plans the undo of a whole offboarding like `planUndo`. Rejects only with the signal's reason. */
export async function planOffboardingUndo(
  api: Api,
  offboarding: OffboardingRecord,
  signal?: AbortSignal,
): Promise<readonly PlannedChange[]> {
  const { steps } = await reconcileOffboarding(api, offboarding);
  await reconcileUndos(api, await fetchEntries(api, offboarding));
  const entries = (await fetchEntries(api, offboarding)).filter(({ undoes }) => undoes === null);
  const undoable = entries.filter(({ outcome, undoneBy }) => outcome !== "refused" && undoneBy === null);
  const planned = await planUndo(api, undoable, { signal });
  const recordedKeys = new Set(entries.map(recordKey));
  const unrecordedSteps = steps.filter(
    (step) => step.outcome === "done" && !recordedKeys.has(stepRecordKey(step)),
  );
  return [...planned.map(({ change }) => change), ...unrecordedSteps.map(createUnrecordedChange)];
}

/** Resolves unknown outcomes of an interrupted undo, so that its finished part isn't planned again. */
async function reconcileUndos(api: Api, entries: readonly JournalEntry[]): Promise<void> {
  const activeIds = new Set(entries.filter(({ undoneBy }) => undoneBy === null).map(({ id }) => id));
  const all = await readJournal(api).catch(() => []);
  await resolveUnknown(
    api,
    all.filter(({ undoes }) => activeIds.has(undoes ?? "")),
  );
}

/** Checks the entries with an unknown outcome. Never rejects. */
async function resolveUnknown(api: Api, entries: readonly JournalEntry[]): Promise<void> {
  const unknownEntries = entries.filter(({ outcome }) => outcome === "unknown");
  for (const entry of unknownEntries) await checkJournalEntry(api, entry).catch(() => undefined);
}

function draftKey({ client, projectId }: Api, subject: string): string {
  return `environs.offboarding.${client.connection.id}.${projectId}.${subject}`;
}

/**
 * Reads the user's choices before an offboarding starts, which survive a reload of the tab. Null without valid choices.
 * @param subject identifies the offboarding, such as the query string of its URL
 */
export function readOffboardingDraft(api: Api, subject: string): OffboardingChoices | null {
  try {
    const stored = sessionStorage.getItem(draftKey(api, subject));
    return z.parse(offboardingChoicesSchema, JSON.parse(stored ?? "null"));
  } catch {
    return null;
  }
}

/** Stores the choices, or deletes them. Never throws. */
export function storeOffboardingDraft(api: Api, subject: string, choices: OffboardingChoices | null): void {
  const { key } = api.client.connection;
  const text = JSON.stringify(choices);
  // The API key is never stored, even if the user pasted it into a field.
  const hasKey = key !== "" && text.includes(JSON.stringify(key).slice(1, -1));
  try {
    if (choices === null || hasKey) sessionStorage.removeItem(draftKey(api, subject));
    else sessionStorage.setItem(draftKey(api, subject), text);
  } catch {
    // Storage is blocked.
  }
}
