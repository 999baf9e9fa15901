import type { CaseStep, OffboardingCase } from "@/data/offboarding/offboarding-record";
import { WholeList } from "@/features/members/offboarding/model/full-list";
import classes from "@/features/members/offboarding/model/offboard.module.css";
import { actionWords, outcomeOf } from "@/features/members/offboarding/model/offboarding-messages";
import { RecipientChange } from "@/features/members/offboarding/model/recipient-change";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { HiddenText } from "@/ui/primitives/hidden-text";
import { Status } from "@/ui/primitives/status";

const STEP_HEIGHT = 76;

/** Every step of a case with what became of it. */
export function CaseSteps({ kept, isLive }: { readonly kept: OffboardingCase; readonly isLive: boolean }) {
  const { steps, leaver } = kept;
  return (
    <WholeList label="Steps" items={steps} keyOf={({ key }) => key} itemHeight={STEP_HEIGHT} isLive={isLive}>
      {(step) => (
        <div className={classes.step}>
          <span className={classes.name}>
            {step.kind === "membership" ? "Explicit membership" : step.name}
          </span>
          <span>
            <Status {...outcomeOf(step)} />
          </span>
          <div className={classes.lines}>
            <p>
              {`${actionWords(step, leaver.email || leaver.name)}. `}
              {step.at !== null && (
                <span className={classes.dim}>
                  <TimeStamp iso={step.at} mode="exact" />
                </span>
              )}
            </p>
            <Before step={step} email={leaver.email} />
            {step.reason !== null && <p className={classes.dim}>{step.reason}</p>}
          </div>
        </div>
      )}
    </WholeList>
  );
}

function Before({ step, email }: { readonly step: CaseStep; readonly email: string }) {
  const { kind, action, before, after } = step;
  if (kind === "membership" || action === "delete") {
    return (
      <p className={classes.parts}>
        <del>{before}</del>
        <span aria-hidden="true">→</span>
        <HiddenText>becomes </HiddenText>
        <ins>{kind === "membership" ? "No membership of their own" : "In the bin"}</ins>
      </p>
    );
  }
  return before === after ? (
    <p className={classes.dim}>{before}</p>
  ) : (
    <RecipientChange before={before} after={after} email={email} />
  );
}
