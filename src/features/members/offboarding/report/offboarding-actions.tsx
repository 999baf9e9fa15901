import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useApi } from "@/data/backend/backend";
import { type BulkJob, openBulkPreview } from "@/data/bulk/bulk-job-store";
import { levelLabel } from "@/data/changes/access-levels";
import { getOffboardingLabel, retryOffboarding } from "@/data/offboarding/offboarding-job";
import { getOffboardingState, type OffboardingRecord } from "@/data/offboarding/offboarding-record";
import { closeOffboarding, deleteOffboarding, planOffboardingUndo } from "@/data/offboarding/offboardings";
import {
  departingMemberName,
  NAMED_HINT,
  NOT_TRANSFERABLE,
  OUTCOME_LABELS,
  RUNNING_ELSEWHERE,
  remainingAccessMessage,
  stepActionLabel,
} from "@/features/members/offboarding/model/offboarding-messages";
import { offboardingUrl } from "@/features/members/offboarding/model/offboarding-search-params";
import { sanitizeFileName } from "@/lib/file/file-name";
import { pluralize } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { type PendingFile, useSaveFile } from "@/ui/download/use-save-file";
import { toasts } from "@/ui/feedback/toasts";
import { MenuButton } from "@/ui/overlay/action-menu";
import { useConfirm } from "@/ui/overlay/confirm";
import { LinkButton, SubmitButton } from "@/ui/primitives/link-button";
import { UndoIcon } from "@/ui/theme/icons";

interface OffboardingActionsProps {
  readonly offboarding: OffboardingRecord;
  readonly job: BulkJob | undefined;
}

/** Shows the actions for an offboarding that isn't running. */
export function OffboardingActions({ offboarding, job }: OffboardingActionsProps) {
  const api = useApi();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const saving = useSaveFile({ showsErrorToast: true });
  const undo = useUndoOffboarding(offboarding);
  const isOpen = getOffboardingState(offboarding) === "open";
  const retriable = job?.get().phase === "finished" ? job.countRetriable() : 0;

  async function retry() {
    if (job === undefined || (await retryOffboarding(api, job, offboarding))) return;
    toasts.show({ ...RUNNING_ELSEWHERE, tone: "danger" });
  }

  async function confirmDelete() {
    const isConfirmed = await confirm({
      title: `Delete the offboarding of ${departingMemberName(offboarding.departingMember)}?`,
      body: "This deletes the report. You won't be able to resume the offboarding or undo it as a whole, but its changes stay in Activity.",
      confirmLabel: "Delete",
      tone: "danger",
    });
    if (!isConfirmed) return;
    await deleteOffboarding(api, offboarding.id);
    void navigate(paths.offboard(api.projectId));
  }

  return (
    <>
      <MenuButton
        label="Report"
        actions={() => [
          { id: "print", label: "Print", onSelect: () => window.print() },
          {
            id: "json",
            label: "Download JSON",
            onSelect: () => void saving.save(offboardingReportFile(offboarding), offboarding.steps.length),
          },
          ...(isOpen
            ? [
                {
                  id: "close",
                  label: "Mark as finished",
                  onSelect: () => void closeOffboarding(api, offboarding),
                },
              ]
            : []),
          { id: "forget", label: "Delete…", onSelect: () => void confirmDelete() },
        ]}
      />
      {offboarding.steps.some(({ outcome }) => outcome === "done") && (
        <SubmitButton
          leftSection={<UndoIcon />}
          loading={undo.isPlanningUndo}
          onClick={() => void undo.openUndoPreview()}
        >
          Undo all…
        </SubmitButton>
      )}
      {isOpen && retriable > 0 && (
        <Button onClick={() => void retry()}>{`Retry ${pluralize(retriable, "step", "steps")}`}</Button>
      )}
      {isOpen && (
        <LinkButton variant="filled" to={offboardingUrl(api.projectId, offboarding.id, { isResuming: true })}>
          Resume…
        </LinkButton>
      )}
    </>
  );
}

/** Returns a function that plans an undo from the current records and opens its preview. */
function useUndoOffboarding(offboarding: OffboardingRecord) {
  const api = useApi();
  const [isPlanningUndo, setIsPlanningUndo] = useState(false);
  const undoController = useRef<AbortController>(undefined);
  useEffect(() => () => undoController.current?.abort(), []);

  async function openUndoPreview(): Promise<void> {
    if (isPlanningUndo) return;
    const controller = new AbortController();
    undoController.current = controller;
    setIsPlanningUndo(true);
    // The promise rejects only after the user has left the page.
    const changes = await planOffboardingUndo(api, offboarding, controller.signal).catch(() => null);
    if (changes === null || controller.signal.aborted) return;
    setIsPlanningUndo(false);
    openBulkPreview(api, {
      label: `Undo: ${getOffboardingLabel(offboarding)}`,
      changes,
      ...(changes.some((change) => change.kind === "create" && !("hasNoJoinDate" in change)) && {
        note: "The member is added again with the old level and a new join date.",
      }),
    });
  }
  return { isPlanningUndo, openUndoPreview };
}

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
      outcome: OUTCOME_LABELS[step.outcome].label,
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
