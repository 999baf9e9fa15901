import { Box, Group, Stack, VisuallyHidden } from "@mantine/core";
import { type Ref, useEffect, useRef } from "react";
import { MEMBER_LEVELS } from "@/api/members";
import { plannedDeliveries } from "@/data/bulk/change-messages";
import { useSendingRules } from "@/data/capabilities/capabilities";
import { useSourceNames } from "@/data/catalog/source-names";
import { levelLabel } from "@/data/changes/access-levels";
import type { DepartingMember } from "@/data/offboarding/match-member";
import type { OffboardingChoices, OffboardingStep, Treatment } from "@/data/offboarding/offboarding-plan";
import { replacementIssue } from "@/data/offboarding/offboarding-plan";
import { getSendMode } from "@/data/subscriptions/save-effect-messages";
import { subscriptionSourceLabel } from "@/data/subscriptions/subscriptions";
import { remainingAccessNote } from "@/features/members/model/member-messages";
import classes from "@/features/members/offboarding/model/offboarding.module.css";
import {
  closedAccessNote,
  membershipStepLabel,
} from "@/features/members/offboarding/model/offboarding-messages";
import { RecipientChange } from "@/features/members/offboarding/model/offboarding-parts";
import { formatCount } from "@/lib/text/numbers";
import { SegmentedField, TextField } from "@/ui/form/fields";
import { WarningIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import { VirtualListWindow } from "@/ui/virtual-list/virtual-list";

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
  const setSelected = (keys: readonly string[], isSelected: boolean) =>
    onChoices({
      ...choices,
      ticks: { ...ticks, ...Object.fromEntries(keys.map((key) => [key, isSelected])) },
    });
  const setTreatment = (key: string, treatment: Treatment | undefined) => {
    const { [key]: _, ...others } = own;
    onChoices({ ...choices, own: treatment === undefined ? others : { ...others, [key]: treatment } });
  };
  return STEP_GROUPS.map(({ kind, title, hint }) => {
    const group = steps.filter((step) => step.kind === kind);
    if (group.length === 0) return null;
    return (
      <section key={kind} className={shared.card} aria-label={title}>
        <GroupHeader title={title} hint={hint} steps={group} onSelect={setSelected} />
        <VirtualListWindow
          label={title}
          items={group}
          getItemKey={({ key }) => key}
          estimatedItemHeight={STEP_HEIGHT}
        >
          {(step) => (
            <StepRow
              departingMember={departingMember}
              step={step}
              ownTreatment={own[step.key]}
              onSelect={(isSelected) => setSelected([step.key], isSelected)}
              onTreatmentChange={(treatment) => setTreatment(step.key, treatment)}
            />
          )}
        </VirtualListWindow>
      </section>
    );
  });
}

interface GroupHeaderProps {
  readonly title: string;
  readonly hint: string | undefined;
  readonly steps: readonly OffboardingStep[];
  readonly onSelect: (keys: readonly string[], isSelected: boolean) => void;
}

/** Shows a group's name with a checkbox that selects all its steps. */
function GroupHeader({ title, hint, steps, onSelect }: GroupHeaderProps) {
  const checkboxRef = useRef<HTMLInputElement>(null);
  const selectableSteps = steps.filter(({ change }) => !("why" in change));
  const selectedCount = selectableSteps.filter(({ isSelected }) => isSelected).length;
  const isAllSelected = selectedCount > 0 && selectedCount === selectableSteps.length;
  useEffect(() => {
    if (checkboxRef.current) checkboxRef.current.indeterminate = selectedCount > 0 && !isAllSelected;
  }, [selectedCount, isAllSelected]);
  return (
    <Group component="h2" gap="2px 16px" mih={44} p="6px 16px" fz="md">
      <label className={shared.checkbox}>
        <input
          ref={checkboxRef}
          type="checkbox"
          checked={isAllSelected}
          disabled={selectableSteps.length === 0}
          onChange={() =>
            onSelect(
              selectableSteps.map(({ key }) => key),
              !isAllSelected,
            )
          }
        />
        {title}
        <span className={shared.count}>{formatCount(steps.length)}</span>
      </label>
      {hint !== undefined && <span className={shared.stepHint}>{hint}</span>}
    </Group>
  );
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
