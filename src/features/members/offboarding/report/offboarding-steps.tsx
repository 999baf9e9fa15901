import { VisuallyHidden } from "@mantine/core";
import type { OffboardingRecord, RecordedStep } from "@/data/offboarding/offboarding-record";
import { FullList } from "@/features/members/offboarding/model/full-list";
import classes from "@/features/members/offboarding/model/offboarding.module.css";
import {
  membershipStepLabel,
  outcomeLabel,
  stepActionLabel,
} from "@/features/members/offboarding/model/offboarding-messages";
import { RecipientChange } from "@/features/members/offboarding/model/recipient-change";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { Status } from "@/ui/primitives/status";
import shared from "@/ui/theme/shared.module.css";

const STEP_HEIGHT = 76;

export function OffboardingSteps({
  offboarding,
  isLive,
}: {
  readonly offboarding: OffboardingRecord;
  readonly isLive: boolean;
}) {
  const { steps, departingMember } = offboarding;
  return (
    <FullList
      label="Steps"
      items={steps}
      getItemKey={({ key }) => key}
      estimatedItemHeight={STEP_HEIGHT}
      isLive={isLive}
    >
      {(step) => (
        <div className={`${shared.step} ${classes.step}`}>
          <span className={shared.name}>
            {step.kind === "membership" ? membershipStepLabel(step.action === "remove") : step.name}
          </span>
          <span>
            <Status {...outcomeLabel(step)} />
          </span>
          <div className={shared.details}>
            <p>
              {`${stepActionLabel(step, departingMember.email || departingMember.name)}. `}
              {step.at !== null && (
                <span className={shared.hint}>
                  <TimeStamp iso={step.at} mode="exact" />
                </span>
              )}
            </p>
            <PreviousValue step={step} email={departingMember.email} />
            {step.reason !== null && <p className={shared.hint}>{step.reason}</p>}
          </div>
        </div>
      )}
    </FullList>
  );
}

function PreviousValue({ step, email }: { readonly step: RecordedStep; readonly email: string }) {
  const { kind, action, before, after } = step;
  if (kind === "membership" || action === "delete") {
    return (
      <p className={classes.parts}>
        <del>{before}</del>
        <span aria-hidden="true">→</span>
        <VisuallyHidden>becomes </VisuallyHidden>
        <ins>{kind === "membership" ? after || "No explicit level" : "In Trash"}</ins>
      </p>
    );
  }
  return before === after ? (
    <p className={shared.hint}>{before}</p>
  ) : (
    <RecipientChange before={before} after={after} email={email} />
  );
}
