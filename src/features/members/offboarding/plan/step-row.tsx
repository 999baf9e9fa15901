import { Box, VisuallyHidden } from "@mantine/core";
import { MEMBER_LEVELS } from "@/api/members";
import { plannedDeliveries } from "@/data/bulk/change-messages";
import { useSendingRules } from "@/data/capabilities/capabilities";
import { useSourceNames } from "@/data/catalog/source-names";
import { levelLabel } from "@/data/changes/access-levels";
import type { DepartingMember } from "@/data/offboarding/match-member";
import type { OffboardingStep, Treatment } from "@/data/offboarding/offboarding-plan";
import { replacementIssue } from "@/data/offboarding/offboarding-step-messages";
import { subscriptionSourceLabel } from "@/data/subscriptions/subscription-title";
import { remainingAccessNote } from "@/features/members/model/member-messages";
import classes from "@/features/members/offboarding/model/offboarding.module.css";
import {
  closedAccessNote,
  membershipStepLabel,
} from "@/features/members/offboarding/model/offboarding-messages";
import { RecipientChange } from "@/features/members/offboarding/model/recipient-change";
import { TextField } from "@/ui/form/fields";
import { WarningIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";

interface StepRowProps {
  readonly departingMember: DepartingMember;
  readonly step: OffboardingStep;
  /** Undefined when the general choice applies. */
  readonly ownTreatment: Treatment | undefined;
  readonly onSelect: (isSelected: boolean) => void;
  /** Called with undefined when the general choice applies. */
  readonly onTreatmentChange: (ownTreatment: Treatment | undefined) => void;
}

export function StepRow({ departingMember, step, ownTreatment, onSelect, onTreatmentChange }: StepRowProps) {
  const { name, isSelected, change } = step;
  const { names } = useSourceNames();
  const why = "why" in change ? change.why : null;
  return (
    <div className={`${shared.step} ${classes.step}`}>
      <label className={shared.checkbox}>
        <input
          type="checkbox"
          checked={isSelected && why === null}
          disabled={why !== null}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
        <span className={shared.name}>
          {step.kind === "membership" ? membershipStepLabel(step.closes === null) : name}
        </span>
      </label>
      {step.kind !== "membership" && (
        <TreatmentSelect step={step} ownTreatment={ownTreatment} onTreatmentChange={onTreatmentChange} />
      )}
      <div className={shared.details}>
        {ownTreatment?.kind === "replace" && (
          <Box maw={360} py={6}>
            <TextField
              label={`New recipient of “${name}”`}
              inputMode="email"
              value={ownTreatment.by}
              onChange={(by) => onTreatmentChange({ kind: "replace", by })}
              error={
                ownTreatment.by === ""
                  ? undefined
                  : (replacementIssue(departingMember, ownTreatment.by) ?? undefined)
              }
            />
          </Box>
        )}
        {step.kind !== "membership" && (
          <p className={shared.hint}>{subscriptionSourceLabel(step.record, names)}</p>
        )}
        <StepDetails departingMember={departingMember} step={step} />
        {why !== null && (
          <p className={shared.warning}>
            <WarningIcon size={14} />
            <span>{why}</span>
          </p>
        )}
      </div>
    </div>
  );
}

function StepDetails({ departingMember, step }: Pick<StepRowProps, "departingMember" | "step">) {
  const { change } = step;
  const deliveries = plannedDeliveries(change, useSendingRules());
  if (step.kind === "membership") {
    const { member, closes } = step;
    const before = levelLabel(member?.level ?? closes?.level ?? null);
    const isUnchangeable = change.kind === "nothing" || (change.kind === "impossible" && member === null);
    if (isUnchangeable) return <p className={shared.hint}>{before}</p>;
    return (
      <>
        <p className={classes.parts}>
          <del>{before}</del>
          <span aria-hidden="true">→</span>
          <VisuallyHidden>becomes </VisuallyHidden>
          <ins>{closes === null ? "No explicit level" : levelLabel(MEMBER_LEVELS.none)}</ins>
        </p>
        {closes !== null && <p className={shared.hint}>{closedAccessNote(closes)}</p>}
        {closes === null && member !== null && <p className={shared.hint}>{remainingAccessNote(member)}</p>}
      </>
    );
  }
  if (change.kind !== "change" || change.resource !== "subscription") {
    return <p className={shared.hint}>{step.record.target_value}</p>;
  }
  const { body } = change;
  return (
    <>
      {body.deleted ? (
        <p className={classes.parts}>
          <del>{step.record.target_value}</del>
          <span aria-hidden="true">→</span>
          <VisuallyHidden>becomes </VisuallyHidden>
          <ins>In Trash</ins>
        </p>
      ) : (
        <RecipientChange
          before={step.record.target_value}
          after={body.target_value ?? ""}
          email={departingMember.email}
        />
      )}
      {step.isLast && <p className={shared.hint}>{`${departingMember.email} is the only recipient.`}</p>}
      {step.isAlreadyRecipient && step.treatment.kind === "replace" && (
        <p className={shared.hint}>{`${step.treatment.by.trim()} is already a recipient.`}</p>
      )}
      {deliveries.length > 0 && (
        <p className={shared.warning}>
          <WarningIcon size={14} />
          <span>{`${deliveries.map(({ text }) => text).join(" ")} A sent delivery can't be recalled.`}</span>
        </p>
      )}
    </>
  );
}

const TREATMENT_OPTIONS = {
  all: "As selected above",
  remove: "Remove email",
  replace: "Replace with…",
  delete: "Move to Trash",
} as const;

type TreatmentKind = keyof typeof TREATMENT_OPTIONS;

interface TreatmentSelectProps {
  readonly step: Exclude<OffboardingStep, { kind: "membership" }>;
  readonly ownTreatment: Treatment | undefined;
  readonly onTreatmentChange: (ownTreatment: Treatment | undefined) => void;
}

function TreatmentSelect({ step, ownTreatment, onTreatmentChange }: TreatmentSelectProps) {
  const availableKinds: readonly TreatmentKind[] = [
    "all",
    ...(step.isLast ? [] : ["remove" as const]),
    "replace",
    ...(step.kind === "trash" ? [] : ["delete" as const]),
  ];
  const handleChange = (kind: TreatmentKind) => {
    if (kind === "all") return onTreatmentChange(undefined);
    onTreatmentChange(kind === "replace" ? { kind, by: "" } : { kind });
  };
  return (
    <select
      className={classes.select}
      aria-label={`Action for ${step.name}`}
      value={ownTreatment?.kind ?? "all"}
      onChange={(event) => {
        const kind = availableKinds.find((each) => each === event.currentTarget.value);
        if (kind !== undefined) handleChange(kind);
      }}
    >
      {availableKinds.map((kind) => (
        <option key={kind} value={kind}>
          {TREATMENT_OPTIONS[kind]}
        </option>
      ))}
    </select>
  );
}
