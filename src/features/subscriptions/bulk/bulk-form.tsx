import { Button } from "@mantine/core";
import { type ClipboardEvent, type ReactNode, type SubmitEvent, useRef, useState } from "react";
import type { Subscription } from "@/api/subscriptions";
import { useSendingRules } from "@/data/capabilities/capabilities";
import { getSendMode } from "@/data/subscriptions/save-effect-messages";
import { getRecipients } from "@/data/subscriptions/subscriptions";
import { recipientKey } from "@/features/subscriptions/model/subscription-rules";
import { ResumeDateField } from "@/features/subscriptions/pause/resume-date-field";
import {
  isPairList,
  pairListSummary,
  parseRecipientPairs,
} from "@/features/subscriptions/recipient-field/recipient-pairs";
import { RecipientPicker } from "@/features/subscriptions/recipient-field/recipient-picker";
import { validateRecipient } from "@/lib/recipients/validate-recipient";
import { pluralize } from "@/lib/text/numbers";
import { fromLocalInput, toLocalInput } from "@/lib/time/calendar-days";
import { localZone, zoneOffsetLabel } from "@/lib/time/dates";
import { DateTimeField, SegmentedField, TextAreaField } from "@/ui/form/fields";
import { DialogButtons, DialogFrame } from "@/ui/overlay/frames";
import classes from "./bulk-form.module.css";
import { type BulkOperation, planBulkChanges } from "./plan-bulk-changes";

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
  const isPreset = recipient !== undefined;

  function updateValues(changes: Partial<BulkFormValues>) {
    setValues((before) => ({ ...before, ...changes }));
    setIssues({});
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const parsed = parseBulkForm(kind, values, records, zone);
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
          <>
            {initialKind === "replace-recipient" && !isPreset && (
              <SegmentedField
                label="Replace"
                value={replaceMode}
                onChange={setReplaceMode}
                options={[
                  { value: "replace-recipient", label: "One recipient" },
                  { value: "replace-recipients", label: "Multiple recipients" },
                ]}
              />
            )}
            {kind === "replace-recipients" ? (
              <TextAreaField
                name="pairs"
                label="Recipient pairs"
                description={
                  <span aria-live="polite">
                    {describePairs(values.pairs, records) ?? "One pair per line: old, new."}
                  </span>
                }
                value={values.pairs}
                onChange={(pairs) => updateValues({ pairs })}
                error={issues.pairs}
                rows={6}
                spellCheck={false}
                required
              />
            ) : (
              <RecipientFields
                kind={kind}
                values={values}
                issues={issues}
                records={records}
                isPreset={isPreset}
                onSelectMode={setReplaceMode}
                onChange={updateValues}
              />
            )}
          </>
        )}
        <DialogButtons mt={4}>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="filled" type="submit">
            Review changes
          </Button>
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

type ReplaceMode = "replace-recipient" | "replace-recipients";

interface RecipientFieldsProps {
  readonly kind: BulkOperation["kind"];
  readonly values: BulkFormValues;
  readonly issues: BulkFormIssues;
  readonly records: readonly Subscription[];
  readonly isPreset: boolean;
  readonly onSelectMode: (mode: ReplaceMode) => void;
  readonly onChange: (changes: Partial<BulkFormValues>) => void;
}

const DELIVERY_NOTES = {
  sends: "This recipient gets a delivery immediately.",
  "may-send": "This recipient may get a delivery immediately.",
  quiet: undefined,
} as const;

function RecipientFields(props: RecipientFieldsProps) {
  const { kind, values, issues, records, isPreset, onSelectMode, onChange } = props;
  const isAdding = kind === "add-recipient";
  const deliveryNote = DELIVERY_NOTES[getSendMode(useSendingRules())];

  function handlePaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData("text");
    if (kind !== "replace-recipient" || isPreset || !isPairList(text)) return;
    event.preventDefault();
    onChange({ pairs: text });
    onSelectMode("replace-recipients");
  }

  return (
    <>
      <div onPaste={handlePaste}>
        <RecipientPicker
          name="recipient"
          label={isAdding ? "Email address" : "Recipient"}
          description={
            isAdding
              ? deliveryNote
              : kind === "replace-recipient" && !isPreset
                ? "To replace several, paste one pair per line: old, new."
                : undefined
          }
          channel={isAdding ? "email" : null}
          records={isAdding ? undefined : records}
          value={values.recipient}
          onChange={(recipient) => onChange({ recipient })}
          error={issues.recipient}
          required
        />
      </div>
      {kind === "replace-recipient" && (
        <RecipientPicker
          name="by"
          label="Replace with"
          description={deliveryNote}
          channel={values.recipient === "" || values.recipient.includes("@") ? "email" : null}
          value={values.by}
          onChange={(by) => onChange({ by })}
          error={issues.by}
          required
        />
      )}
    </>
  );
}

interface BulkFormValues {
  readonly recipient: string;
  readonly by: string;
  /** Text with an `old, new` pair per line. */
  readonly pairs: string;
  readonly end: "on" | "never";
  /** Value of a `datetime-local` input. */
  readonly until: string;
  /** Value of a `date` input. Empty without a date. */
  readonly resumeOn: string;
}

type BulkFormIssues = Partial<Record<"recipient" | "by" | "pairs" | "until" | "resumeOn", string>>;

type ParsedBulkForm =
  | { readonly ok: true; readonly operation: BulkOperation }
  | { readonly ok: false; readonly issues: BulkFormIssues };

const invalid = (issues: BulkFormIssues): ParsedBulkForm => ({ ok: false, issues });
const valid = (operation: BulkOperation): ParsedBulkForm => ({ ok: true, operation });

/** Returns the operation, or error messages by field. Dates are in `zone`, an IANA time zone. */
function parseBulkForm(
  kind: BulkOperation["kind"],
  values: BulkFormValues,
  records: readonly Subscription[],
  zone: string,
): ParsedBulkForm {
  const now = new Date();
  const recipient = values.recipient.trim();
  const by = values.by.trim();
  switch (kind) {
    case "pause": {
      const { resumeOn } = values;
      return resumeOn !== "" && resumeOn <= toLocalInput(now.toISOString(), zone).slice(0, 10)
        ? invalid({ resumeOn: "Enter a date after today." })
        : valid({ kind, resumeOn: resumeOn || null });
    }
    case "delete":
    case "restore":
    case "resume":
      return valid({ kind });
    case "add-recipient": {
      const issue = recipient === "" ? "Enter an email address." : validateRecipient("email", recipient);
      return issue === null ? valid({ kind, recipient }) : invalid({ recipient: issue });
    }
    case "remove-recipient": {
      const issue = unknownRecipientIssue(records, recipient);
      return issue === null ? valid({ kind, recipient }) : invalid({ recipient: issue });
    }
    case "replace-recipient": {
      const issue = unknownRecipientIssue(records, recipient);
      if (issue !== null) return invalid({ recipient: issue });
      if (by === "") return invalid({ by: "Enter a replacement." });
      const operation: BulkOperation = { kind, recipient, replacement: by };
      const changes = planBulkChanges(records, operation, now);
      const refused = changes.find((change) => change.kind === "impossible");
      if (refused?.kind !== "impossible" || changes.some((change) => change.kind === "change"))
        return valid(operation);
      return invalid({ by: refused.why });
    }
    case "replace-recipients": {
      const parsed = parseRecipientPairs(values.pairs);
      if (!parsed.ok) return invalid({ pairs: parsed.issue });
      const isUsed = parsed.pairs.some((pair) => unknownRecipientIssue(records, pair.recipient) === null);
      return isUsed
        ? valid({ kind, pairs: parsed.pairs })
        : invalid({ pairs: "These subscriptions have none of the old recipients." });
    }
    case "set-end": {
      if (values.end === "never") return valid({ kind, until: null });
      const reading = fromLocalInput(values.until, zone);
      return reading.ok ? valid({ kind, until: reading.iso }) : invalid({ until: reading.message });
    }
  }
}

/** Describes the entered pairs. Null while a pair is incomplete or invalid. */
function describePairs(text: string, records: readonly Subscription[]): string | null {
  const parsed = parseRecipientPairs(text);
  if (!parsed.ok) return null;
  const unused = parsed.pairs.filter(({ recipient }) => unknownRecipientIssue(records, recipient) !== null);
  return pairListSummary(parsed.pairs.length, unused.length);
}

function unknownRecipientIssue(records: readonly Subscription[], recipient: string): string | null {
  if (recipient === "") return "Enter a recipient.";
  const isPresent = records.some((record) => {
    const key = recipientKey(record.target_type, recipient);
    return getRecipients(record).some((part) => recipientKey(record.target_type, part) === key);
  });
  return isPresent
    ? null
    : `${recipient} isn't a recipient of ${records.length === 1 ? "this subscription" : "these subscriptions"}.`;
}
