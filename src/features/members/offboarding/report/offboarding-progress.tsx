import { Button } from "@mantine/core";
import { isUnderWay } from "@/data/bulk/bulk-job";
import { type BulkRun, type BulkRunState } from "@/data/bulk/bulk-job-types";
import classes from "@/features/members/offboarding/model/offboard.module.css";
import { RunProgress } from "@/ui/feedback/job-progress";
import { Notice } from "@/ui/feedback/states";

const TITLES: Readonly<Record<BulkRunState["phase"], string>> = {
  running: "Running",
  throttled: "Waiting",
  stopping: "Stopping",
  stopped: "Stopped",
  paused: "Paused",
  finished: "Finished",
};

interface CaseProgressProps {
  readonly run: BulkRun;
  readonly state: BulkRunState;
}

/** How far a run is, and the ways to stop it and to go on. */
export function CaseProgress({ run, state }: CaseProgressProps) {
  const { phase, counts, toSend, problem, waitingUntil } = state;
  const isLive = isUnderWay(state);
  const done = toSend - counts.waiting - counts.sending;
  return (
    <div className={classes.stack} data-no-print>
      <RunProgress
        title={TITLES[phase]}
        done={done}
        total={toSend}
        waitingUntil={phase === "throttled" ? waitingUntil : null}
        spoken={`${TITLES[phase]}: ${done} of ${toSend}`}
      />
      {problem !== null && (
        <Notice tone="danger" title={`Paused: ${problem.title}`}>
          {`${problem.detail} The rest waits; go on when that is mended.`}
        </Notice>
      )}
      <div className={classes.buttons}>
        <Button
          variant={isLive ? "default" : "filled"}
          onClick={isLive ? run.stop : run.goOn}
          aria-disabled={phase === "stopping"}
          data-disabled={phase === "stopping"}
        >
          {isLive ? (phase === "stopping" ? "Stopping…" : "Stop") : "Go on"}
        </Button>
        {isLive && (
          <p className={classes.dim}>
            It goes on when this page is left. If the tab is closed, resume it later.
          </p>
        )}
      </div>
    </div>
  );
}
