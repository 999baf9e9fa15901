import { ALREADY_UP_TO_DATE } from "@/data/bulk/bulk-job-messages";
import { type BulkJob } from "@/data/bulk/bulk-job-types";
import { type JournalEntry, recordKey } from "@/data/journal/journal-entry";
import type { OffboardingRecord, RecordedStep } from "./offboarding-record";

export function applyBulkResult(
  offboarding: OffboardingRecord,
  job: Pick<BulkJob, "changes" | "statusAt" | "reasonAt">,
): OffboardingRecord {
  const at = new Date().toISOString();
  const indexByKey = new Map(job.changes.map(({ key }, index) => [key, index]));
  const steps = offboarding.steps.map((step): RecordedStep => {
    const index = indexByKey.get(step.key);
    if (index === undefined || step.outcome === "left") return step;
    const reason = job.reasonAt(index);
    // If the record was already up to date, this step has nothing to undo.
    const status = reason === ALREADY_UP_TO_DATE ? "gone" : job.statusAt(index);
    // If the page closes before the response arrives, the journal has the outcome.
    if (status === "waiting" || status === "sending")
      return step.outcome === "waiting" ? step : { ...step, outcome: "waiting", reason: null, at: null };
    // The step's outcome may come from the journal and be newer than the job's.
    if (step.outcome === "done" || step.outcome === "undone") return step;
    return step.outcome === status && step.reason === reason
      ? step
      : { ...step, outcome: status, reason, at };
  });
  return { ...offboarding, steps };
}

export function stepRecordKey({ kind, recordId }: RecordedStep): string | null {
  return recordKey({ resource: kind === "membership" ? "member" : "subscription", recordId });
}

/**
 * Outcomes that a journal entry may replace. The other outcomes belong to steps for which no change
 * was sent.
 */
const UPDATABLE_OUTCOMES: ReadonlySet<RecordedStep["outcome"]> = new Set([
  "waiting",
  "done",
  "failed",
  "unknown",
  "undone",
]);

/** Returns the offboarding with the journal's outcomes, because the page may have closed during the job. */
export function applyJournal(
  offboarding: OffboardingRecord,
  entries: readonly JournalEntry[],
): OffboardingRecord {
  const mine = entries.filter(
    ({ batch, undoes }) => undoes === null && offboarding.batches.includes(batch?.id ?? ""),
  );
  const newest = new Map<string, JournalEntry>();
  for (const entry of mine) {
    const key = recordKey(entry);
    if (key === null) continue;
    const known = newest.get(key);
    if (known === undefined || known.id < entry.id) newest.set(key, entry);
  }
  const steps = offboarding.steps.map((step) => {
    const entry = newest.get(stepRecordKey(step) ?? "");
    return entry === undefined || !UPDATABLE_OUTCOMES.has(step.outcome)
      ? step
      : { ...step, ...outcomeFromEntry(entry) };
  });
  return { ...offboarding, steps };
}

function outcomeFromEntry({
  outcome,
  reason,
  at,
  undoneBy,
}: JournalEntry): Pick<RecordedStep, "outcome" | "reason" | "at"> {
  if (outcome === "done") return { outcome: undoneBy === null ? "done" : "undone", reason, at };
  return { outcome: outcome === "refused" ? "failed" : "unknown", reason, at };
}
