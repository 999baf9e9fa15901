import type { Ref } from "react";
import { type OffboardingChoices, replacementIssue } from "@/data/offboarding/offboarding-plan";
import type { DepartingMember } from "@/data/offboarding/offboarding-scan";
import classes from "@/features/members/offboarding/model/offboard.module.css";
import { SegmentedField } from "@/ui/form/choice-fields";
import { TextField } from "@/ui/form/fields";

interface ChoiceFieldsProps {
  readonly departingMember: DepartingMember;
  readonly choices: OffboardingChoices;
  readonly onChoices: (choices: OffboardingChoices) => void;
  /** Whether some delivery reaches nobody else. */
  readonly hasLast: boolean;
  /** Whether somebody wanted to go on: then what is missing is a mistake. */
  readonly isStrict: boolean;
  /** Goes to the address that is asked for. */
  readonly ref: Ref<HTMLInputElement>;
}

/** What happens to all deliveries that nothing else is said about. */
export function ChoiceFields({
  departingMember,
  choices,
  onChoices,
  hasLast,
  isStrict,
  ref,
}: ChoiceFieldsProps) {
  const { treatment, by, whenLast, redirectTo } = choices;
  const validateAddress = (text: string) =>
    text === "" && !isStrict ? undefined : (replacementIssue(departingMember, text) ?? undefined);
  return (
    <div className={classes.narrow}>
      <SegmentedField
        label="In every delivery"
        value={treatment}
        onChange={(value) => onChoices({ ...choices, treatment: value })}
        options={[
          { value: "remove", label: "Take the address out" },
          { value: "replace", label: "Replace it by…" },
        ]}
      />
      {treatment === "replace" && (
        <TextField
          ref={ref}
          label="Who gets the deliveries instead"
          description="Servers send to a new address at once. Where it is in a delivery already, the leaver is only taken out."
          required
          inputMode="email"
          value={by}
          onChange={(value) => onChoices({ ...choices, by: value })}
          error={validateAddress(by)}
        />
      )}
      {treatment === "remove" && hasLast && (
        <SegmentedField
          label="Where nobody else gets it"
          description="A delivery needs a recipient. In the bin it sends nothing and can be restored."
          value={whenLast}
          onChange={(value) => onChoices({ ...choices, whenLast: value })}
          options={[
            { value: "delete", label: "Put it into the bin" },
            { value: "redirect", label: "Redirect it to…" },
          ]}
        />
      )}
      {treatment === "remove" && hasLast && whenLast === "redirect" && (
        <TextField
          ref={ref}
          label="Who gets those deliveries"
          description="Servers send to a new address at once."
          required
          inputMode="email"
          value={redirectTo}
          onChange={(value) => onChoices({ ...choices, redirectTo: value })}
          error={validateAddress(redirectTo)}
        />
      )}
    </div>
  );
}
