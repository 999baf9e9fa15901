import { useEffect, useRef } from "react";
import type { OffboardingChoices, OffboardingStep, Treatment } from "@/data/offboarding/offboarding-plan";
import type { Leaver } from "@/data/offboarding/offboarding-scan";
import classes from "@/features/members/offboarding/model/offboard.module.css";
import { formatCount } from "@/lib/text/numbers";
import { WindowList } from "@/ui/virtual-list/virtual-list-window";
import { StepRow } from "./step-row";

interface StepListProps {
  readonly leaver: Leaver;
  readonly steps: readonly OffboardingStep[];
  readonly choices: OffboardingChoices;
  readonly onChoices: (choices: OffboardingChoices) => void;
}

const GROUPS = [
  { kind: "membership", title: "Access", hint: undefined },
  { kind: "delivery", title: "Deliveries", hint: undefined },
  {
    kind: "bin",
    title: "In the bin",
    hint: "These reach nobody now. Tick what is to be clean should somebody restore it.",
  },
] as const;

/** Pixels of a step with two lines. */
const STEP_HEIGHT = 92;

/** Every step with a check box, by what it is about. */
export function StepList({ leaver, steps, choices, onChoices }: StepListProps) {
  const { ticks, own } = choices;
  const tick = (keys: readonly string[], isTicked: boolean) =>
    onChoices({ ...choices, ticks: { ...ticks, ...Object.fromEntries(keys.map((key) => [key, isTicked])) } });
  const treat = (key: string, treatment: Treatment | undefined) => {
    const { [key]: _, ...others } = own;
    onChoices({ ...choices, own: treatment === undefined ? others : { ...others, [key]: treatment } });
  };
  return GROUPS.map(({ kind, title, hint }) => {
    const group = steps.filter((step) => step.kind === kind);
    if (group.length === 0) return null;
    return (
      <section key={kind} className={classes.group} aria-label={title}>
        <GroupHead title={title} hint={hint} steps={group} onTick={tick} />
        <WindowList label={title} items={group} keyOf={({ key }) => key} itemHeight={STEP_HEIGHT}>
          {(step) => (
            <StepRow
              leaver={leaver}
              step={step}
              own={own[step.key]}
              onTick={(isTicked) => tick([step.key], isTicked)}
              onOwn={(treatment) => treat(step.key, treatment)}
            />
          )}
        </WindowList>
      </section>
    );
  });
}

interface GroupHeadProps {
  readonly title: string;
  readonly hint: string | undefined;
  readonly steps: readonly OffboardingStep[];
  readonly onTick: (keys: readonly string[], isTicked: boolean) => void;
}

/** The name of a group with a check box for all of it. */
function GroupHead({ title, hint, steps, onTick }: GroupHeadProps) {
  const box = useRef<HTMLInputElement>(null);
  const able = steps.filter(({ write }) => !("why" in write));
  const ticked = able.filter(({ isTicked }) => isTicked).length;
  const isAll = ticked > 0 && ticked === able.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = ticked > 0 && !isAll;
  }, [ticked, isAll]);
  return (
    <h2 className={classes.head}>
      <label className={classes.tick}>
        <input
          ref={box}
          type="checkbox"
          checked={isAll}
          disabled={able.length === 0}
          onChange={() =>
            onTick(
              able.map(({ key }) => key),
              !isAll,
            )
          }
        />
        {title}
        <span className={classes.count}>{formatCount(steps.length)}</span>
      </label>
      {hint !== undefined && <span className={classes.hint}>{hint}</span>}
    </h2>
  );
}
