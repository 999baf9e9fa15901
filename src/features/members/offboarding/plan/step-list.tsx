import { Group } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { DepartingMember } from "@/data/offboarding/match-member";
import type { OffboardingChoices, OffboardingStep, Treatment } from "@/data/offboarding/offboarding-plan";
import { formatCount } from "@/lib/text/numbers";
import shared from "@/ui/theme/shared.module.css";
import { VirtualListWindow } from "@/ui/virtual-list/virtual-list";
import { StepRow } from "./step-row";

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
