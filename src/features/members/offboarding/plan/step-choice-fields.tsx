import { Stack } from "@mantine/core";
import type { Ref } from "react";
import { useSendingRules } from "@/data/capabilities/capabilities";
import type { DepartingMember } from "@/data/offboarding/match-member";
import type { OffboardingChoices } from "@/data/offboarding/offboarding-plan";
import { replacementIssue } from "@/data/offboarding/offboarding-step-messages";
import { getSendMode } from "@/data/subscriptions/save-effect-messages";
import { SegmentedField } from "@/ui/form/choice-fields";
import { TextField } from "@/ui/form/fields";

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
