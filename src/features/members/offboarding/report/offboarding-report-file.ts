import { levelLabel } from "@/data/changes/access-levels";
import { getOffboardingState, type OffboardingRecord } from "@/data/offboarding/offboarding-record";
import {
  departingMemberName,
  NAMED_HINT,
  NOT_TRANSFERABLE,
  outcomeLabel,
  remainingAccessMessage,
  stepActionLabel,
} from "@/features/members/offboarding/model/offboarding-messages";
import { sanitizeFileName } from "@/lib/file/file-name";
import type { PendingFile } from "@/ui/download/file-choice";

/** Creates the content of an offboarding's JSON report. It contains no API key. */
export function createOffboardingReport(offboarding: OffboardingRecord) {
  const { departingMember, steps, created, mentioning, organizationLevel, coverage } = offboarding;
  const toUntouchedRecords = (records: OffboardingRecord["created"], reason: string) =>
    records.map(({ id, name, isInTrash }) => ({ id, name, in_trash: isInTrash, reason }));
  return {
    report: "offboarding",
    person: departingMember,
    server: offboarding.server,
    project: offboarding.projectId,
    state: getOffboardingState(offboarding),
    started_at: offboarding.startedAt,
    closed_at: offboarding.closedAt,
    scanned: {
      subscriptions: coverage.subscriptions,
      in_trash: coverage.trash,
      unreadable: coverage.unreadable,
      members_problem: coverage.membersProblem,
      has_changed: coverage.hasChanged ?? false,
    },
    steps: steps.map((step) => ({
      record: step.kind === "membership" ? "membership" : "subscription",
      id: step.recordId,
      name: step.name,
      in_trash: step.kind === "trash",
      action: stepActionLabel(step, departingMember.email),
      before: step.before,
      after: step.action === "delete" ? null : step.after || null,
      outcome: outcomeLabel(step).label,
      reason: step.reason,
      at: step.at,
    })),
    not_transferable: toUntouchedRecords(created, NOT_TRANSFERABLE),
    needs_review: toUntouchedRecords(mentioning, NAMED_HINT),
    organization_level: organizationLevel === null ? null : levelLabel(organizationLevel),
    remaining_access: remainingAccessMessage(offboarding),
    journal_batches: offboarding.batches,
  };
}

export function offboardingReportFile(offboarding: OffboardingRecord): PendingFile {
  const day = offboarding.startedAt.slice(0, 10);
  const text = `${JSON.stringify(createOffboardingReport(offboarding), null, 2)}\n`;
  return {
    name: sanitizeFileName(
      `Offboarding of ${departingMemberName(offboarding.departingMember)} ${day}`,
      "json",
    ),
    type: "application/json",
    chunks: [{ text, rowsDone: offboarding.steps.length }],
  };
}
