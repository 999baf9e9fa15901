import { levelWords } from "@/data/changes/access-levels";
import { addressMistake, type OffboardingStep, type Treatment } from "@/data/offboarding/offboarding-plan";
import type { Leaver } from "@/data/offboarding/offboarding-scan";
import { keepsWords } from "@/features/members/model/member-rules";
import classes from "@/features/members/offboarding/model/offboard.module.css";
import { RecipientChange } from "@/features/members/offboarding/model/recipient-change";
import { TextField } from "@/ui/form/fields";
import { HiddenText } from "@/ui/primitives/hidden-text";
import { WarningIcon } from "@/ui/theme/icons";

interface StepRowProps {
  readonly leaver: Leaver;
  readonly step: OffboardingStep;
  /** Whether it is treated as all are, or in a way of its own. */
  readonly own: Treatment | undefined;
  readonly onTick: (isTicked: boolean) => void;
  /** Undefined: as all are. */
  readonly onOwn: (own: Treatment | undefined) => void;
}

/** One step before it is sent: what it changes, and whether it is wanted. */
export function StepRow({ leaver, step, own, onTick, onOwn }: StepRowProps) {
  const { name, isTicked, write } = step;
  const why = "why" in write ? write.why : null;
  return (
    <div className={classes.step}>
      <label className={classes.tick}>
        <input
          type="checkbox"
          checked={isTicked && why === null}
          disabled={why !== null}
          onChange={(event) => onTick(event.currentTarget.checked)}
        />
        <span className={classes.name}>{step.kind === "membership" ? "Explicit membership" : name}</span>
      </label>
      {step.kind !== "membership" && <TreatmentSelect step={step} own={own} onOwn={onOwn} />}
      <div className={classes.lines}>
        {own?.kind === "replace" && (
          <div className={classes.own}>
            <TextField
              label={`Who gets “${name}” instead`}
              inputMode="email"
              value={own.by}
              onChange={(by) => onOwn({ kind: "replace", by })}
              error={own.by === "" ? undefined : (addressMistake(leaver, own.by) ?? undefined)}
            />
          </div>
        )}
        <StepLines leaver={leaver} step={step} />
        {why !== null && (
          <p className={classes.caution}>
            <WarningIcon size={14} />
            <span>{why}</span>
          </p>
        )}
      </div>
    </div>
  );
}

function StepLines({ leaver, step }: Pick<StepRowProps, "leaver" | "step">) {
  const { write } = step;
  if (step.kind === "membership") {
    return (
      <>
        <p className={classes.parts}>
          <del>{levelWords(step.member.level)}</del>
          <span aria-hidden="true">→</span>
          <HiddenText>becomes </HiddenText>
          <ins>No membership of their own</ins>
        </p>
        <p className={classes.dim}>{keepsWords(step.member)}</p>
      </>
    );
  }
  if (write.kind !== "change" || write.resource !== "subscription") {
    return <p className={classes.dim}>{step.record.target_value}</p>;
  }
  const { body } = write;
  return (
    <>
      {body.deleted ? (
        <p className={classes.parts}>
          <del>{step.record.target_value}</del>
          <span aria-hidden="true">→</span>
          <HiddenText>becomes </HiddenText>
          <ins>In the bin</ins>
        </p>
      ) : (
        <RecipientChange
          before={step.record.target_value}
          after={body.target_value ?? ""}
          email={leaver.email}
        />
      )}
      {step.isLast && <p className={classes.dim}>Nobody else gets it.</p>}
      {step.isThere && step.treatment.kind === "replace" && (
        <p
          className={classes.dim}
        >{`${step.treatment.by.trim()} is in it already: the leaver is only taken out.`}</p>
      )}
      {step.sendsTo !== null && (
        <p className={classes.caution}>
          <WarningIcon size={14} />
          <span>{`It is sent to ${step.sendsTo} at once, which cannot be called back.`}</span>
        </p>
      )}
    </>
  );
}

const OWN = {
  all: "As chosen above",
  remove: "Take the address out",
  replace: "Replace it by…",
  delete: "Put into the bin",
} as const;

type OwnKind = keyof typeof OWN;

interface TreatmentSelectProps {
  readonly step: Exclude<OffboardingStep, { kind: "membership" }>;
  readonly own: Treatment | undefined;
  readonly onOwn: (own: Treatment | undefined) => void;
}

/** What happens to one delivery, where it is not what happens to all. */
function TreatmentSelect({ step, own, onOwn }: TreatmentSelectProps) {
  const kinds: readonly OwnKind[] = [
    "all",
    ...(step.isLast ? [] : ["remove" as const]),
    "replace",
    ...(step.kind === "bin" ? [] : ["delete" as const]),
  ];
  const choose = (kind: OwnKind) => {
    if (kind === "all") return onOwn(undefined);
    onOwn(kind === "replace" ? { kind, by: "" } : { kind });
  };
  return (
    <select
      className={classes.select}
      aria-label={`What happens to ${step.name}`}
      value={own?.kind ?? "all"}
      onChange={(event) => {
        const kind = kinds.find((each) => each === event.currentTarget.value);
        if (kind !== undefined) choose(kind);
      }}
    >
      {kinds.map((kind) => (
        <option key={kind} value={kind}>
          {OWN[kind]}
        </option>
      ))}
    </select>
  );
}
