import { Box, NativeSelect, Stack } from "@mantine/core";
import type { Ref } from "react";
import { plannedDeliveries } from "@/data/bulk/change-messages";
import { useSendingRules } from "@/data/capabilities/capabilities";
import { useSourceNames } from "@/data/catalog/source-names";
import { inheritedSource, levelLabel } from "@/data/changes/access-levels";
import type { DepartingMember } from "@/data/offboarding/match-member";
import type { OffboardingChoices, OffboardingStep, Treatment } from "@/data/offboarding/offboarding-plan";
import { replacementIssue } from "@/data/offboarding/offboarding-plan";
import { toRecordedStep } from "@/data/offboarding/offboarding-record";
import { getSendMode } from "@/data/subscriptions/save-effect-messages";
import { subscriptionSourceLabel } from "@/data/subscriptions/subscriptions";
import { remainingAccessNote } from "@/features/members/model/member-messages";
import classes from "@/features/members/offboarding/model/offboarding.module.css";
import { membershipStepLabel } from "@/features/members/offboarding/model/offboarding-messages";
import { StepChange } from "@/features/members/offboarding/model/offboarding-parts";
import { SegmentedField, TextField } from "@/ui/form/fields";
import shared from "@/ui/theme/shared.module.css";
import { ListCard, SelectableRow, WarningText } from "@/ui/virtual-list/list-card";

interface StepListProps {
  readonly departingMember: DepartingMember;
  readonly steps: readonly OffboardingStep[];
  readonly choices: OffboardingChoices;
  readonly onChoices: (choices: OffboardingChoices) => void;
}

const STEP_GROUPS = [
  { kind: "membership", title: "Access", hint: undefined },
  { kind: "subscription", title: "Subscriptions", hint: undefined },
  {
    kind: "trash",
    title: "In Trash",
    hint: "These have no scheduled deliveries. Select any you also want to update, in case someone restores them.",
  },
] as const;

/** In px, for a step with two lines. */
const STEP_HEIGHT = 92;

export function StepList({ departingMember, steps, choices, onChoices }: StepListProps) {
  const { ticks, own } = choices;
  const setSelected = (selected: readonly OffboardingStep[], isSelected: boolean) =>
    onChoices({
      ...choices,
      ticks: { ...ticks, ...Object.fromEntries(selected.map(({ key }) => [key, isSelected])) },
    });
  const setTreatment = (key: string, treatment: Treatment | undefined) => {
    const { [key]: _, ...others } = own;
    onChoices({ ...choices, own: treatment === undefined ? others : { ...others, [key]: treatment } });
  };
  return STEP_GROUPS.map(({ kind, title, hint }) => (
    <ListCard
      key={kind}
      title={title}
      hint={hint}
      items={steps.filter((step) => step.kind === kind)}
      getItemKey={({ key }) => key}
      estimatedItemHeight={STEP_HEIGHT}
      selection={{ isSelected: isStepSelected, onSelect: setSelected }}
    >
      {(step) => (
        <StepRow
          departingMember={departingMember}
          step={step}
          ownTreatment={own[step.key]}
          onSelect={(isSelected) => setSelected([step], isSelected)}
          onTreatmentChange={(treatment) => setTreatment(step.key, treatment)}
        />
      )}
    </ListCard>
  ));
}

function isStepSelected({ isSelected, change }: OffboardingStep): boolean | null {
  return "why" in change ? null : isSelected;
}

interface StepRowProps {
  readonly departingMember: DepartingMember;
  readonly step: OffboardingStep;
  /** Undefined when the general choice applies. */
  readonly ownTreatment: Treatment | undefined;
  readonly onSelect: (isSelected: boolean) => void;
  /** Called with undefined when the general choice applies. */
  readonly onTreatmentChange: (ownTreatment: Treatment | undefined) => void;
}

function StepRow({ departingMember, step, ownTreatment, onSelect, onTreatmentChange }: StepRowProps) {
  const { name, change } = step;
  const { names } = useSourceNames();
  return (
    <SelectableRow
      className={classes.step}
      name={step.kind === "membership" ? membershipStepLabel(step.closes === null) : name}
      isSelected={isStepSelected(step)}
      onSelect={onSelect}
      aside={
        step.kind !== "membership" && (
          <TreatmentSelect step={step} ownTreatment={ownTreatment} onTreatmentChange={onTreatmentChange} />
        )
      }
    >
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
      <StepChange step={toRecordedStep(step)} email={departingMember.email} />
      <StepNotes departingMember={departingMember} step={step} />
      {"why" in change && <WarningText>{change.why}</WarningText>}
    </SelectableRow>
  );
}

/** Explains what else a step does. */
function StepNotes({ departingMember, step }: Pick<StepRowProps, "departingMember" | "step">) {
  const deliveries = plannedDeliveries(step.change, useSendingRules());
  if ("why" in step.change) return null;
  if (step.kind === "membership") {
    const { member, closes } = step;
    if (closes === null) return member && <p className={shared.hint}>{remainingAccessNote(member)}</p>;
    return (
      <p className={shared.hint}>
        {closes.level === null
          ? "The server doesn't say which access they'd have without an explicit level."
          : `Without an explicit level, they'd have ${levelLabel(closes.level)} access from ${inheritedSource(closes)}.`}
      </p>
    );
  }
  return (
    <>
      {step.isLast && <p className={shared.hint}>{`${departingMember.email} is the only recipient.`}</p>}
      {step.isAlreadyRecipient && step.treatment.kind === "replace" && (
        <p className={shared.hint}>{`${step.treatment.by.trim()} is already a recipient.`}</p>
      )}
      {deliveries.length > 0 && (
        <WarningText>
          {`${deliveries.map(({ text }) => text).join(" ")} A sent delivery can't be recalled.`}
        </WarningText>
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
  return (
    <NativeSelect
      aria-label={`Action for ${step.name}`}
      value={ownTreatment?.kind ?? "all"}
      onChange={(event) => {
        const kind = availableKinds.find((each) => each === event.currentTarget.value) ?? "all";
        if (kind === "all") onTreatmentChange(undefined);
        else onTreatmentChange(kind === "replace" ? { kind, by: "" } : { kind });
      }}
      data={availableKinds.map((kind) => ({ value: kind, label: TREATMENT_OPTIONS[kind] }))}
    />
  );
}

interface ChoiceFieldsProps {
  readonly departingMember: DepartingMember;
  readonly choices: OffboardingChoices;
  readonly onChoices: (choices: OffboardingChoices) => void;
  /** Whether the departing member is the only recipient of at least one active subscription. */
  readonly hasLast: boolean;
  /** Whether empty fields are errors. True after an attempt to run with a missing email. */
  readonly isStrict: boolean;
  /** Ref to the visible email field, which gets focus when its email is missing. */
  readonly ref: Ref<HTMLInputElement>;
}

const DELIVERY_VERBS = { sends: "Gets", "may-send": "May get", quiet: undefined } as const;

/** Sets the action for all subscriptions without an individual action. */
export function StepChoiceFields({
  departingMember,
  choices,
  onChoices,
  hasLast,
  isStrict,
  ref,
}: ChoiceFieldsProps) {
  const { treatment, by, whenLast, redirectTo } = choices;
  const verb = DELIVERY_VERBS[getSendMode(useSendingRules())];
  const validateAddress = (text: string) =>
    text === "" && !isStrict ? undefined : (replacementIssue(departingMember, text) ?? undefined);
  return (
    <Stack gap="sm" maw={560}>
      <SegmentedField
        label="In every subscription"
        value={treatment}
        onChange={(value) => onChoices({ ...choices, treatment: value })}
        options={[
          { value: "remove", label: "Remove email" },
          { value: "replace", label: "Replace with…" },
        ]}
      />
      {treatment === "replace" && (
        <TextField
          ref={ref}
          label="New recipient"
          description={verb && `${verb} a delivery immediately, unless already a recipient.`}
          required
          inputMode="email"
          value={by}
          onChange={(value) => onChoices({ ...choices, by: value })}
          error={validateAddress(by)}
        />
      )}
      {treatment === "remove" && hasLast && (
        <SegmentedField
          label="If there's no other recipient"
          description="Subscriptions in Trash have no scheduled deliveries and can be restored."
          value={whenLast}
          onChange={(value) => onChoices({ ...choices, whenLast: value })}
          options={[
            { value: "delete", label: "Move to Trash" },
            { value: "redirect", label: "Redirect to…" },
          ]}
        />
      )}
      {treatment === "remove" && hasLast && whenLast === "redirect" && (
        <TextField
          ref={ref}
          label="Redirect to"
          description={verb && `${verb} a delivery immediately.`}
          required
          inputMode="email"
          value={redirectTo}
          onChange={(value) => onChoices({ ...choices, redirectTo: value })}
          error={validateAddress(redirectTo)}
        />
      )}
    </Stack>
  );
}
