import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { askForPlan } from "@/data/bulk/bulk-job-store";
import type { BulkRun } from "@/data/bulk/bulk-job-types";
import { useApi } from "@/data/client/api-context";
import { offboardingLabel, retryOffboarding } from "@/data/offboarding/offboarding-job";
import { type OffboardingCase, stateOfCase } from "@/data/offboarding/offboarding-record";
import { closeCase, forgetCase, planCaseUndo } from "@/data/offboarding/offboardings";
import { ELSEWHERE, leaverName } from "@/features/members/offboarding/model/offboarding-messages";
import { searchOfCase } from "@/features/members/offboarding/model/offboarding-search-params";
import { paths } from "@/lib/url/paths";
import { useSaving } from "@/ui/download/use-save-file";
import { useToasts } from "@/ui/feedback/toasts";
import { useConfirm } from "@/ui/overlay/confirm";
import { MenuButton } from "@/ui/overlay/menu-button";
import { SendingButton } from "@/ui/primitives/button-with-disabled-reason";
import { LinkButton } from "@/ui/primitives/link-button";
import { UndoIcon } from "@/ui/theme/icons";
import { reportFile } from "./offboarding-report-file";

interface CaseActionsProps {
  readonly kept: OffboardingCase;
  readonly run: BulkRun | undefined;
}

/** What can be done with a case that is at rest. */
export function CaseActions({ kept, run }: CaseActionsProps) {
  const { projectId } = useApi();
  const saving = useSaving({ tellsFailure: true });
  const more = useMoreActions(kept);
  const undo = useUndo(kept);
  const retry = useRetry(kept);
  const state = stateOfCase(kept);
  const retriable = run?.retriable() ?? 0;
  const isOpen = state === "open";
  return (
    <>
      <MenuButton
        label="Report"
        actions={() => [
          { id: "print", label: "Print", onSelect: () => window.print() },
          {
            id: "json",
            label: "Download JSON",
            onSelect: () => void saving.save(reportFile(kept), kept.steps.length),
          },
          ...more,
        ]}
      />
      {kept.steps.some(({ outcome }) => outcome === "done") && (
        <SendingButton
          variant="default"
          leftSection={<UndoIcon />}
          loading={undo.isLooking}
          onClick={() => void undo.ask()}
        >
          Undo all…
        </SendingButton>
      )}
      {isOpen && run !== undefined && retriable > 0 && run.get().phase === "finished" && (
        <Button variant="default" onClick={() => void retry(run)}>
          {`Retry ${retriable} failed`}
        </Button>
      )}
      {isOpen && (
        <LinkButton to={`${paths.offboard(projectId)}${searchOfCase(kept.id, { isResuming: true })}`}>
          Resume…
        </LinkButton>
      )}
    </>
  );
}

/** Sends again what failed, unless another tab has taken the case up since. */
function useRetry({ id }: OffboardingCase) {
  const queries = useQueryClient();
  const toasts = useToasts();
  return async (run: BulkRun) => {
    if (!(await retryOffboarding(queries, run, id))) toasts.show({ ...ELSEWHERE, tone: "danger" });
  };
}

/** Looks at how the records stand now, and shows what would take everything back. */
function useUndo(kept: OffboardingCase) {
  const api = useApi();
  const queries = useQueryClient();
  const [isLooking, setIsLooking] = useState(false);
  const looking = useRef<AbortController>(undefined);
  useEffect(() => () => looking.current?.abort(), []);

  async function ask(): Promise<void> {
    if (isLooking) return;
    const controller = new AbortController();
    looking.current = controller;
    setIsLooking(true);
    // Rejects only where the page was left: then nobody waits for it.
    const writes = await planCaseUndo(queries, api, kept, controller.signal).catch(() => null);
    if (writes === null || controller.signal.aborted) return;
    setIsLooking(false);
    askForPlan(queries, api, {
      label: `Undo: ${offboardingLabel(kept)}`,
      writes,
      ...(writes.some((write) => write.kind === "create") && {
        note: "The membership is made anew with its old level. Its joining date is new.",
      }),
    });
  }
  return { isLooking, ask };
}

function useMoreActions(kept: OffboardingCase) {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const name = leaverName(kept.leaver);
  async function askToForget() {
    const agreed = await confirm({
      title: `Forget the offboarding of ${name}?`,
      body: "Its report goes from this browser, and it cannot be resumed or undone as a whole any more. What it has done stays done, and its writes stay in the journal.",
      confirmLabel: "Forget it",
      tone: "danger",
    });
    if (!agreed) return;
    await forgetCase(queries, api, kept.id);
    void navigate(paths.offboard(api.projectId));
  }
  const close = {
    id: "close",
    label: "Finish without the rest",
    onSelect: () => void closeCase(queries, api, kept),
  };
  return [
    ...(stateOfCase(kept) === "open" ? [close] : []),
    { id: "forget", label: "Forget…", onSelect: () => void askToForget() },
  ];
}
