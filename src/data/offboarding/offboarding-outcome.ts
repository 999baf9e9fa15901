import { ALREADY } from "@/data/bulk/bulk-job";
import { type BulkRun } from "@/data/bulk/bulk-job-types";
import { type JournalEntry, recordKey } from "@/data/journal/journal-entry";
import type { CaseStep, OffboardingCase } from "./offboarding-record";

/** A case with what became of the steps of a run of it. */
export function withRun(
  kept: OffboardingCase,
  run: Pick<BulkRun, "writes" | "statusAt" | "reasonAt">,
): OffboardingCase {
  const at = new Date().toISOString();
  const places = new Map(run.writes.map(({ key }, place) => [key, place]));
  const steps = kept.steps.map((step): CaseStep => {
    const place = places.get(step.key);
    if (place === undefined || step.outcome === "left") return step;
    const reason = run.reasonAt(place);
    // Nothing was sent for it, so there is nothing to take back either.
    const status = reason === ALREADY ? "gone" : run.statusAt(place);
    // Of what is on its way the journal tells, should the page be closed before its answer comes.
    if (status === "waiting" || status === "sending")
      return step.outcome === "waiting" ? step : { ...step, outcome: "waiting", reason: null, at: null };
    // The journal may have looked since, or taken it back.
    if (step.outcome === "done" || step.outcome === "undone") return step;
    return step.outcome === status && step.reason === reason
      ? step
      : { ...step, outcome: status, reason, at };
  });
  return { ...kept, steps };
}

/** What a step is about, as the journal tells records apart. */
export function recordKeyOfStep({ kind, recordId }: CaseStep): string | null {
  return recordKey({ resource: kind === "membership" ? "member" : "subscription", recordId });
}

/** Outcomes that the journal may know better: the others were found by looking, and nothing was sent. */
const TOLD: ReadonlySet<CaseStep["outcome"]> = new Set(["waiting", "done", "failed", "unknown", "undone"]);

/** A case with what the journal says of its writes: the page that sent them may have been closed in the middle. */
export function withJournal(kept: OffboardingCase, entries: readonly JournalEntry[]): OffboardingCase {
  const mine = entries.filter(
    ({ batch, undoes }) => undoes === null && kept.batches.includes(batch?.id ?? ""),
  );
  const newest = new Map<string, JournalEntry>();
  for (const entry of mine) {
    const key = recordKey(entry);
    if (key === null) continue;
    const known = newest.get(key);
    if (known === undefined || known.id < entry.id) newest.set(key, entry);
  }
  const steps = kept.steps.map((step) => {
    const entry = newest.get(recordKeyOfStep(step) ?? "");
    return entry === undefined || !TOLD.has(step.outcome) ? step : { ...step, ...toldBy(entry) };
  });
  return { ...kept, steps };
}

function toldBy({
  outcome,
  reason,
  at,
  undoneBy,
}: JournalEntry): Pick<CaseStep, "outcome" | "reason" | "at"> {
  if (outcome === "done") return { outcome: undoneBy === null ? "done" : "undone", reason, at };
  return { outcome: outcome === "refused" ? "failed" : "unknown", reason, at };
}
