import { Group, Stack, VisuallyHidden } from "@mantine/core";
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { useApi } from "@/data/backend/backend";
import { isInProgress } from "@/data/bulk/bulk-job";
import { type BulkJob, useShownBulkJob } from "@/data/bulk/bulk-job-store";
import { applyBulkResult } from "@/data/offboarding/offboarding-job";
import type { OffboardingRecord } from "@/data/offboarding/offboarding-record";
import { getOffboardingState } from "@/data/offboarding/offboarding-record";
import classes from "@/features/members/offboarding/model/offboarding.module.css";
import {
  membershipStepLabel,
  OUTCOME_LABELS,
  outcomeSummary,
  remainingAccessMessage,
  STATE_LABELS,
  scanSummary,
  stepActionLabel,
} from "@/features/members/offboarding/model/offboarding-messages";
import { StepChange, UntouchedRecords } from "@/features/members/offboarding/model/offboarding-parts";
import { formatCount } from "@/lib/text/numbers";
import { formatInstant } from "@/lib/time/dates";
import { JobStatus, StopButton } from "@/ui/feedback/job-status";
import { Notice } from "@/ui/feedback/states";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { announce } from "@/ui/feedback/toasts";
import { KeyValueList, Section } from "@/ui/primitives/section";
import { Status } from "@/ui/primitives/status";
import shared from "@/ui/theme/shared.module.css";
import { ListCard } from "@/ui/virtual-list/list-card";
import { OffboardingActions } from "./offboarding-actions";

interface OffboardingReportProps {
  readonly offboarding: OffboardingRecord;
  /** The latest job, if this tab has started it. */
  readonly job: BulkJob | undefined;
  /** If false, closing the tab loses the report. */
  readonly isPersisted: boolean;
}

/**
 * Announces the result of this tab's job, also if it finished before the report was shown. Moves focus to the heading if
 * the focused button was removed.
 */
function useAnnounceResult(hasJob: boolean, isRunning: boolean, message: string): void {
  const wasRunning = useRef(hasJob);
  const announceResult = useEffectEvent(() => announce(message));
  useEffect(() => {
    if (wasRunning.current && !isRunning) announceResult();
    wasRunning.current = isRunning;
    if (document.activeElement === document.body) document.querySelector<HTMLElement>("main h1")?.focus();
  }, [isRunning]);
}

const noop = () => undefined;
const NO_JOB = { subscribe: () => noop, get: () => null };

/** Shows progress and results. Designed for printing. */
export function OffboardingReport({ offboarding, job, isPersisted }: OffboardingReportProps) {
  const api = useApi();
  const { subscribe, get } = job ?? NO_JOB;
  const progress = useSyncExternalStore<ReturnType<BulkJob["get"]> | null>(subscribe, get);
  useShownBulkJob(api, job ?? null);
  const current =
    job === undefined || progress === null
      ? offboarding
      : applyBulkResult(offboarding, { ...job, ...progress });
  const isRunning = progress !== null && isInProgress(progress);
  const isFinished = progress === null || progress.phase === "finished";
  const state = getOffboardingState(current);
  const steps = formatCount(progress?.toSend ?? 0);
  useAnnounceResult(
    job !== undefined,
    isRunning,
    `${isFinished ? `Finished ${steps} of ${steps}. ` : ""}${outcomeSummary(current)}`,
  );
  const remainingAccess = remainingAccessMessage(current);
  return (
    <Stack maw={960}>
      {!isPersisted && (
        <Notice tone="warning" title="Not saved in this browser">
          Browser storage is full or unavailable. Keep this tab open, because closing it deletes this report.
        </Notice>
      )}
      {job !== undefined && progress !== null && !isFinished && (
        <Stack data-no-print>
          <JobStatus state={progress} onRetryNow={job.api.client.retryNow} />
          <Group gap="xs">
            <StopButton phase={progress.phase} onStop={job.stop} onResume={job.resume} />
            {isRunning && <p className={shared.hint}>You can leave this page, but keep the tab open.</p>}
          </Group>
        </Stack>
      )}
      <Section title="Report" actions={!isRunning && <OffboardingActions offboarding={current} job={job} />}>
        <KeyValueList
          items={[
            {
              label: "State",
              value: isRunning ? (
                <Status tone="neutral" label="Running" />
              ) : (
                <Status {...STATE_LABELS[state]} detail={outcomeSummary(current)} />
              ),
            },
            {
              label: "Person",
              value: [current.departingMember.name, current.departingMember.email].filter(Boolean).join(", "),
            },
            { label: "Started", value: formatInstant(current.startedAt) },
            { label: "Server", value: `${current.server}, project ${current.projectId}` },
            { label: "Scanned", value: scanSummary(current.coverage) },
            ...(remainingAccess === null ? [] : [{ label: "Remaining access", value: remainingAccess }]),
          ]}
        />
        {current.coverage.membersProblem !== null && (
          <Notice tone="warning" title="Membership unknown">
            {`${current.coverage.membersProblem} Check this person's access on the server.`}
          </Notice>
        )}
      </Section>
      <OffboardingSteps offboarding={current} isLive={isRunning} />
      <UntouchedRecords untouched={current} isLive={isRunning} />
    </Stack>
  );
}

interface OffboardingStepsProps {
  readonly offboarding: OffboardingRecord;
  readonly isLive: boolean;
}

function OffboardingSteps({ offboarding: { steps, departingMember }, isLive }: OffboardingStepsProps) {
  const { email, name } = departingMember;
  return (
    <ListCard
      title="Steps"
      hint={<VisuallyHidden>with results</VisuallyHidden>}
      items={steps}
      getItemKey={({ key }) => key}
      estimatedItemHeight={76}
      isFullyRendered={!isLive}
    >
      {(step) => (
        <div className={`${shared.step} ${classes.step}`}>
          <span className={shared.name}>
            {step.kind === "membership" ? membershipStepLabel(step.action === "remove") : step.name}
          </span>
          <span>
            <Status {...OUTCOME_LABELS[step.outcome]} />
          </span>
          <div className={shared.details}>
            <p>
              {`${stepActionLabel(step, email || name)}. `}
              {step.at !== null && (
                <span className={shared.hint}>
                  <TimeStamp iso={step.at} mode="exact" />
                </span>
              )}
            </p>
            <StepChange step={step} email={email} />
            {step.reason !== null && <p className={shared.hint}>{step.reason}</p>}
          </div>
        </div>
      )}
    </ListCard>
  );
}
