import { Button } from "@mantine/core";
import { type ReactNode, type SubmitEvent, useRef, useState } from "react";
import type { Subscription } from "@/api/subscriptions";
import { ResumeDateField } from "@/features/subscriptions/pause/resume-date-field";
import { pluralize } from "@/lib/text/numbers";
import { localZone, zoneOffsetLabel } from "@/lib/time/dates";
import { fromLocalInput } from "@/lib/time/local-input";
import { SegmentedField } from "@/ui/form/choice-fields";
import { DateTimeField } from "@/ui/form/fields";
import { DialogButtons, DialogFrame } from "@/ui/overlay/dialog-frame";
import classes from "./bulk-form.module.css";
import { type BulkFormIssues, type BulkFormValues, parseBulkForm } from "./bulk-form-schema";
import type { BulkOperation } from "./plan-bulk-changes";
import { RecipientFields, type ReplaceMode } from "./recipient-fields";

interface BulkFormProps extends Omit<BulkDialogProps, "kind"> {
  readonly kind: BulkOperation["kind"];
  readonly onSubmit: (operation: BulkOperation) => void;
}

const BULK_TITLES: Readonly<Record<BulkOperation["kind"], string>> = {
  delete: "Delete",
  restore: "Restore",
  pause: "Pause",
  resume: "Resume",
  "add-recipient": "Add recipient",
  "remove-recipient": "Remove recipient",
  "replace-recipient": "Replace recipient",
  "replace-recipients": "Replace recipients",
  "set-end": "Set end date",
};

/** Asks for the operation's input, such as recipients or an end date. Submitting opens the preview. */
export function BulkForm({ kind: initialKind, records, recipient, onSubmit, onClose }: BulkFormProps) {
  const zone = localZone();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<BulkFormValues>({
    recipient: recipient ?? "",
    by: "",
    pairs: "",
    end: "on",
    until: "",
    resumeOn: "",
  });
  const [replaceMode, setReplaceMode] = useState<ReplaceMode>("replace-recipient");
  const kind = initialKind === "replace-recipient" ? replaceMode : initialKind;
  const [issues, setIssues] = useState<BulkFormIssues>({});

  function updateValues(changes: Partial<BulkFormValues>) {
    setValues((before) => ({ ...before, ...changes }));
    setIssues({});
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const parsed = parseBulkForm(kind, values, { records, zone, now: new Date() });
    if (parsed.ok) return onSubmit(parsed.operation);
    setIssues(parsed.issues);
    const [firstIssue] = Object.keys(parsed.issues);
    form.current?.querySelector<HTMLElement>(`[name="${firstIssue ?? ""}"]`)?.focus();
  }

  return (
    <DialogFrame
      onClose={onClose}
      title={`${BULK_TITLES[kind]}: ${pluralize(records.length, "subscription", "subscriptions")}`}
      size={480}
    >
      <form ref={form} className={classes.form} noValidate onSubmit={handleSubmit}>
        {kind === "pause" ? (
          <ResumeDateField
            value={values.resumeOn}
            error={issues.resumeOn}
            onChange={(resumeOn) => updateValues({ resumeOn })}
          />
        ) : kind === "set-end" ? (
          <EndDateFields values={values} error={issues.until} zone={zone} onChange={updateValues} />
        ) : (
          <RecipientFields
            kind={kind}
            values={values}
            issues={issues}
            records={records}
            isPreset={recipient !== undefined}
            onSelectMode={setReplaceMode}
            onChange={updateValues}
          />
        )}
        <DialogButtons mt={4}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Review changes</Button>
        </DialogButtons>
      </form>
    </DialogFrame>
  );
}

interface EndDateFieldsProps {
  readonly values: BulkFormValues;
  readonly error: string | undefined;
  readonly zone: string;
  readonly onChange: (changes: Partial<BulkFormValues>) => void;
}

function EndDateFields({ values, error, zone, onChange }: EndDateFieldsProps) {
  const reading = fromLocalInput(values.until, zone);
  const offset = reading.ok ? ` (${zoneOffsetLabel(new Date(reading.iso), zone)})` : "";
  return (
    <>
      <SegmentedField
        label="End"
        value={values.end}
        onChange={(end) => onChange({ end })}
        options={[
          { value: "on", label: "On a date" },
          { value: "never", label: "No end date" },
        ]}
      />
      {values.end === "on" && (
        <DateTimeField
          name="until"
          label="End date"
          description={`Time zone: ${zone}${offset}`}
          value={values.until}
          onChange={(until) => onChange({ until })}
          error={error}
          required
        />
      )}
    </>
  );
}

export interface BulkDialogProps {
  readonly kind: BulkOperation["kind"];
  readonly records: readonly Subscription[];
  /** The recipient to remove or replace, if known. */
  readonly recipient?: string;
  readonly note?: ReactNode;
  readonly onClose: () => void;
}
