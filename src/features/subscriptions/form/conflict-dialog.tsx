import { Box, Button, Stack } from "@mantine/core";
import { useState } from "react";
import type { SubscriptionChange } from "@/api/subscriptions";
import { useSendingRules } from "@/data/capabilities/capabilities";
import { type EditConflict, formatConflictSide } from "@/data/changes/merge-edit";
import { deliveryWarning } from "@/data/subscriptions/save-effect-messages";
import type { CheckedEdit } from "@/data/subscriptions/subscription-changes";
import { Notice } from "@/ui/feedback/states";
import { SegmentedField } from "@/ui/form/choice-fields";
import { DialogButtons, DialogFrame } from "@/ui/overlay/dialog-frame";
import shared from "@/ui/theme/shared.module.css";

type Choice = "theirs" | "mine";

const OPTIONS = [
  { value: "theirs", label: "Keep theirs" },
  { value: "mine", label: "Use mine" },
] as const;

const CHOICE_MISSING = "Choose which value to save.";

interface ConflictDialogProps {
  readonly checked: CheckedEdit;
  /** Called with the conflicts for which the user's own values are saved. */
  readonly onSave: (chosen: readonly EditConflict[]) => void;
  readonly onCancel: () => void;
}

/** Asks which value to save for each field that someone else has also changed. Open while mounted. */
export function ConflictDialog({ checked, onSave, onCancel }: ConflictDialogProps) {
  const { current, conflicts, body, hasMergedRecipients } = checked;
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const [showsErrors, setShowsErrors] = useState(false);

  const chosen = conflicts.filter(({ label }) => choices.get(label) === "mine");
  const chosenBody: SubscriptionChange = Object.assign({ ...body }, ...chosen.map(({ mine }) => mine));
  const warning = deliveryWarning(current, chosenBody, useSendingRules());

  function save() {
    if (conflicts.every(({ label }) => choices.has(label))) onSave(chosen);
    else setShowsErrors(true);
  }

  return (
    <DialogFrame
      onClose={onCancel}
      title="Someone else changed this subscription"
      size={520}
      zIndex={320}
      transitionProps={{ duration: 0 }}
      overlayProps={{ color: "var(--ui-overlay)", backgroundOpacity: 1 }}
    >
      <Stack fz="sm">
        <p>
          You both changed these values, or values that depend on each other. Choose which values to save.
        </p>
        {hasMergedRecipients && <p>Recipients are merged: both your changes and theirs are saved.</p>}
        {conflicts.map((conflict) => (
          <ConflictField
            key={conflict.label}
            conflict={conflict}
            choice={choices.get(conflict.label)}
            isMissing={showsErrors && !choices.has(conflict.label)}
            onChoose={(choice) => setChoices((before) => new Map(before).set(conflict.label, choice))}
          />
        ))}
        {warning !== null && <Notice tone="warning">{warning}</Notice>}
      </Stack>
      <DialogButtons>
        <Button variant="default" onClick={onCancel} data-autofocus>
          Back to form
        </Button>
        <Button onClick={save}>Save</Button>
      </DialogButtons>
    </DialogFrame>
  );
}

interface ConflictFieldProps {
  readonly conflict: EditConflict;
  readonly choice: Choice | undefined;
  readonly isMissing: boolean;
  readonly onChoose: (choice: Choice) => void;
}

function ConflictField({ conflict, choice, isMissing, onChoose }: ConflictFieldProps) {
  const { label, theirs, mine } = conflict;
  return (
    <SegmentedField<Choice | "">
      label={label}
      value={choice ?? ""}
      onChange={(value) => value !== "" && onChoose(value)}
      options={OPTIONS}
      required
      error={isMissing ? CHOICE_MISSING : undefined}
      description={
        <Box
          component="dl"
          display="grid"
          mt="xs"
          c="var(--ui-text)"
          className={shared.anywhere}
          style={{ gridTemplateColumns: "max-content minmax(0, 1fr)", gap: "2px 12px" }}
        >
          <dt className={shared.dim}>Theirs</dt>
          <dd>{formatConflictSide(theirs)}</dd>
          <dt className={shared.dim}>Yours</dt>
          <dd>{formatConflictSide(mine)}</dd>
        </Box>
      }
    />
  );
}
