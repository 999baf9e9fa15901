import type { ClipboardEvent } from "react";
import type { Subscription } from "@/api/subscriptions";
import { useSendingRules } from "@/data/capabilities/capabilities";
import { getSendMode } from "@/data/subscriptions/save-effect-messages";
import { isPairList } from "@/features/subscriptions/recipient-field/recipient-pairs";
import { RecipientPicker } from "@/features/subscriptions/recipient-field/recipient-picker";
import { SegmentedField } from "@/ui/form/choice-fields";
import { TextAreaField } from "@/ui/form/fields";
import { type BulkFormIssues, type BulkFormValues, describePairs } from "./bulk-form-schema";
import type { BulkOperation } from "./plan-bulk-changes";

export type ReplaceMode = "replace-recipient" | "replace-recipients";

interface RecipientFieldsProps {
  readonly kind: BulkOperation["kind"];
  readonly values: BulkFormValues;
  readonly issues: BulkFormIssues;
  readonly records: readonly Subscription[];
  readonly isPreset: boolean;
  readonly onSelectMode: (mode: ReplaceMode) => void;
  readonly onChange: (changes: Partial<BulkFormValues>) => void;
}

export function RecipientFields(props: RecipientFieldsProps) {
  const { kind, values, issues, records, isPreset, onSelectMode, onChange } = props;
  const isReplacing = kind === "replace-recipient" || kind === "replace-recipients";
  return (
    <>
      {isReplacing && !isPreset && (
        <SegmentedField
          label="Replace"
          value={kind}
          onChange={onSelectMode}
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
          onChange={(pairs) => onChange({ pairs })}
          error={issues.pairs}
          rows={6}
          spellCheck={false}
          required
        />
      ) : (
        <OneRecipientFields {...props} />
      )}
    </>
  );
}

const DELIVERY_NOTES = {
  sends: "This recipient gets a delivery immediately.",
  "may-send": "This recipient may get a delivery immediately.",
  quiet: undefined,
} as const;

function OneRecipientFields(props: RecipientFieldsProps) {
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
