import { Button, Group, Stack } from "@mantine/core";
import { isInProgress } from "@/data/bulk/bulk-job";
import { type BulkJob, type BulkJobState } from "@/data/bulk/bulk-job-types";
import { JobProgress } from "@/ui/feedback/job-progress";
import { Notice } from "@/ui/feedback/states";
import shared from "@/ui/theme/shared.module.css";

const PHASE_TITLES: Readonly<Record<BulkJobState["phase"], string>> = {
  running: "Running",
  throttled: "Waiting",
  stopping: "Stopping",
  stopped: "Stopped",
  paused: "Paused",
  finished: "Finished",
};

interface OffboardingProgressProps {
  readonly job: BulkJob;
  readonly state: BulkJobState;
}

export function OffboardingProgress({ job, state }: OffboardingProgressProps) {
  const { phase, counts, toSend, problem, retryAt } = state;
  const isLive = isInProgress(state);
  const doneCount = toSend - counts.waiting - counts.sending;
  return (
    <Stack maw={960} data-no-print>
      <JobProgress
        title={PHASE_TITLES[phase]}
        done={doneCount}
        total={toSend}
        retryAt={phase === "throttled" ? retryAt : null}
        onRetryNow={state.canRetryNow ? job.api.client.retryNow : undefined}
      />
      {problem !== null && (
        <Notice tone="danger" title={`Paused: ${problem.title}`}>
          {`${problem.detail} Fix the problem, then resume.`}
        </Notice>
      )}
      <Group gap="xs">
        <Button
          variant={isLive ? "default" : "filled"}
          onClick={isLive ? job.stop : job.resume}
          aria-disabled={phase === "stopping"}
          data-disabled={phase === "stopping"}
        >
          {isLive ? (phase === "stopping" ? "Stopping…" : "Stop") : "Resume"}
        </Button>
        {isLive && <p className={shared.hint}>You can leave this page, but keep the tab open.</p>}
      </Group>
    </Stack>
  );
}
