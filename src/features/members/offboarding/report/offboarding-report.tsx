import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { isUnderWay } from "@/data/bulk/bulk-job";
import { showRun } from "@/data/bulk/bulk-job-store";
import { type BulkRun } from "@/data/bulk/bulk-job-types";
import { withRun } from "@/data/offboarding/offboarding-outcome";
import { type OffboardingCase, stateOfCase } from "@/data/offboarding/offboarding-record";
import classes from "@/features/members/offboarding/model/offboard.module.css";
import {
  lookedWords,
  outcomeSummary,
  stateWords,
  staysWords,
} from "@/features/members/offboarding/model/offboarding-messages";
import { LeftLists } from "@/features/members/offboarding/model/untouched-records";
import { formatCount } from "@/lib/text/numbers";
import { formatInstant } from "@/lib/time/dates";
import { useAnnounce } from "@/ui/feedback/announcer";
import { Notice } from "@/ui/feedback/states";
import { HiddenText } from "@/ui/primitives/hidden-text";
import { KeyValueList } from "@/ui/primitives/key-value";
import { Section } from "@/ui/primitives/section";
import { Status } from "@/ui/primitives/status";
import { CaseActions } from "./offboarding-actions";
import { CaseProgress } from "./offboarding-progress";
import { CaseSteps } from "./offboarding-steps";

interface CaseReportProps {
  readonly kept: OffboardingCase;
  /** The last run of it, where this page has begun it. */
  readonly run: BulkRun | undefined;
  /** Else it is gone with the tab. */
  readonly isKept: boolean;
}

/** A button that was pressed and has gone leaves the focus to the title; how a run ended is said at once. */
function useWordAtEnd(isLive: boolean, words: string): void {
  const announce = useAnnounce();
  const wasLive = useRef(false);
  const say = useEffectEvent(() => announce(words));
  useEffect(() => {
    if (wasLive.current && !isLive) say();
    wasLive.current = isLive;
    if (document.activeElement === document.body) document.querySelector<HTMLElement>("main h1")?.focus();
  }, [isLive]);
}

const nothing = () => undefined;
const NO_RUN = { subscribe: () => nothing, get: () => null };

/** What was done, refused and cannot be done, while it goes on and ever after. Made to be printed. */
export function CaseReport({ kept, run, isKept }: CaseReportProps) {
  const queries = useQueryClient();
  const { subscribe, get } = run ?? NO_RUN;
  const progress = useSyncExternalStore<ReturnType<BulkRun["get"]> | null>(subscribe, get);
  // It is told here, not in a message besides.
  useEffect(() => {
    if (run === undefined) return;
    showRun(queries, run);
    return () => showRun(queries, null);
  }, [queries, run]);
  const shown = run === undefined || progress === null ? kept : withRun(kept, run);
  const isLive = progress !== null && isUnderWay(progress);
  const isOver = progress === null || progress.phase === "finished";
  const state = stateOfCase(shown);
  useWordAtEnd(isLive, outcomeSummary(shown));
  const stays = shown.steps.some(({ kind }) => kind === "membership") ? staysWords(shown.keeps) : null;
  return (
    <div className={classes.stack}>
      {!isKept && (
        <Notice tone="warning" title="This browser does not keep it">
          It is a private window, or its storage is full or forbidden: what is not done by the time this tab
          is closed cannot be taken up again from here.
        </Notice>
      )}
      {run !== undefined && progress !== null && !isOver && <CaseProgress run={run} state={progress} />}
      <Section title="Report" actions={!isLive && <CaseActions kept={shown} run={run} />}>
        <KeyValueList
          items={[
            {
              label: "State",
              value: isLive ? (
                <Status tone="neutral" label="Running" />
              ) : (
                <Status {...stateWords(state)} detail={outcomeSummary(shown)} />
              ),
            },
            { label: "Person", value: [shown.leaver.name, shown.leaver.email].filter(Boolean).join(", ") },
            { label: "Begun", value: formatInstant(shown.startedAt) },
            { label: "Server", value: `${shown.server}, project ${shown.projectId}` },
            { label: "Looked at", value: lookedWords(shown.looked) },
            ...(stays === null ? [] : [{ label: "Stays", value: stays }]),
          ]}
        />
        {shown.looked.membersProblem !== null && (
          <Notice tone="warning" title="Nobody knows whether they are a member">
            {shown.looked.membersProblem}
          </Notice>
        )}
      </Section>
      <section className={`${classes.group} ${classes.report}`} aria-label="Steps">
        <h2 className={classes.head}>
          <span>
            Steps <span className={classes.count}>{formatCount(shown.steps.length)}</span>
            <HiddenText>, with what became of each</HiddenText>
          </span>
        </h2>
        <CaseSteps kept={shown} isLive={isLive} />
      </section>
      <LeftLists left={shown} isLive={isLive} />
    </div>
  );
}
