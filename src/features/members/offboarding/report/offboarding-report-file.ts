import { levelWords } from "@/data/changes/access-levels";
import { type OffboardingCase, stateOfCase } from "@/data/offboarding/offboarding-record";
import {
  actionWords,
  leaverName,
  NAMED,
  NOT_TRANSFERABLE,
  outcomeOf,
  staysWords,
} from "@/features/members/offboarding/model/offboarding-messages";
import { cleanFileName } from "@/lib/file/file-name";
import type { UnwrittenFile } from "@/ui/download/file-choice";

/** All that is to be said of an offboarding, for somebody who keeps it in a file. It holds no key. */
export function offboardingReport(kept: OffboardingCase) {
  const { leaver, steps, created, named, keeps, looked } = kept;
  const untouched = (records: OffboardingCase["created"], reason: string) =>
    records.map(({ id, name, isInBin }) => ({ id, name, in_bin: isInBin, reason }));
  return {
    report: "offboarding",
    person: leaver,
    server: kept.server,
    project: kept.projectId,
    state: stateOfCase(kept),
    started_at: kept.startedAt,
    closed_at: kept.closedAt,
    looked_at: looked,
    steps: steps.map((step) => ({
      record: step.kind === "membership" ? "membership" : "delivery",
      id: step.recordId,
      name: step.name,
      in_bin: step.kind === "bin",
      action: actionWords(step, leaver.email),
      before: step.before,
      after: step.action === "delete" || step.kind === "membership" ? null : step.after,
      outcome: outcomeOf(step).label,
      reason: step.reason,
      at: step.at,
    })),
    not_transferable: untouched(created, NOT_TRANSFERABLE),
    to_look_at: untouched(named, NAMED),
    organization_level: keeps === null ? null : levelWords(keeps),
    stays: staysWords(keeps),
    journal_batches: kept.batches,
  };
}

/** The report as a JSON file. */
export function reportFile(kept: OffboardingCase): UnwrittenFile {
  const day = kept.startedAt.slice(0, 10);
  const text = `${JSON.stringify(offboardingReport(kept), null, 2)}\n`;
  return {
    name: cleanFileName(`Offboarding of ${leaverName(kept.leaver)} ${day}`, "json"),
    type: "application/json",
    chunks: [{ text, rowsDone: kept.steps.length }],
  };
}
