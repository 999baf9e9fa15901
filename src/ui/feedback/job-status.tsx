import { Button } from "@mantine/core";
import type { Problem } from "@/lib/text/problem";
import { Notice } from "./states";
import { JobProgress } from "./time-stamp";

const PHASE_TITLES = {
  running: "Running",
  throttled: "Waiting",
  stopping: "Stopping",
  stopped: "Stopped",
  paused: "Paused",
  finished: "Finished",
} as const;

interface JobState {
  readonly phase: keyof typeof PHASE_TITLES;
  readonly counts: { readonly waiting: number; readonly sending: number };
  readonly toSend: number;
  /** Time at which the job resumes, in ms since 1970. Null while it isn't throttled. */
  readonly retryAt: number | null;
  readonly canRetryNow: boolean;
  /** Why the job is paused. */
  readonly problem: Problem | null;
}

interface JobStatusProps {
  readonly state: JobState;
  readonly detail?: string | undefined;
  readonly onRetryNow: () => void;
}

/** Shows the progress of a job of many requests, and why it is paused. */
export function JobStatus({ state, detail, onRetryNow }: JobStatusProps) {
  const { phase, counts, toSend, retryAt, canRetryNow, problem } = state;
  return (
    <>
      <JobProgress
        title={PHASE_TITLES[phase]}
        done={toSend - counts.waiting - counts.sending}
        total={toSend}
        retryAt={phase === "throttled" ? retryAt : null}
        onRetryNow={canRetryNow ? onRetryNow : undefined}
        detail={detail}
      />
      {problem !== null && (
        <Notice tone="danger" title={`Paused: ${problem.title}`}>
          {`${problem.detail} Fix the problem, then resume.`}
        </Notice>
      )}
    </>
  );
}

interface StopButtonProps extends Pick<JobState, "phase"> {
  readonly onStop: () => void;
  readonly onResume: () => void;
}

/** Stops a running job, or resumes a stopped one. */
export function StopButton({ phase, onStop, onResume }: StopButtonProps) {
  if (phase === "stopped" || phase === "paused") {
    return (
      <Button variant="filled" onClick={onResume}>
        Resume
      </Button>
    );
  }
  const isStopping = phase === "stopping";
  return (
    <Button variant="filled" onClick={onStop} aria-disabled={isStopping} data-disabled={isStopping}>
      {isStopping ? "Stopping…" : "Stop"}
    </Button>
  );
}
