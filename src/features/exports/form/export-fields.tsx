import { type Control, Controller, type UseFormReturn, useWatch } from "react-hook-form";
import { numberMistake, splitNumbers } from "@/features/exports/model/export-form-schema";
import {
  type ExportFormValues,
  type FormOrigin,
  OTHER_FORMAT,
  showsContext,
} from "@/features/exports/model/export-form-values";
import { formatOptions } from "@/features/exports/model/export-formats";
import { zoneOffsetLabel } from "@/lib/time/dates";
import { fromLocalInput } from "@/lib/time/local-input";
import { SegmentedField } from "@/ui/form/choice-fields";
import { DateTimeField, SelectField, TextField } from "@/ui/form/fields";
import { ChipsField } from "@/ui/form/tags-input";
import { ContextField } from "./context-field";

interface ExportFieldsProps {
  readonly form: UseFormReturn<ExportFormValues>;
  readonly origin: FormOrigin;
  /** Told what is typed as a number and not added yet. */
  readonly onNumberDraft: (draft: string) => void;
}

const SOURCES = [
  { value: "dashboard", label: "Dashboards" },
  { value: "insight", label: "Insights" },
  { value: "context", label: "Context (JSON)" },
];

/** All inputs of the form. */
export function ExportFields({ form, origin, onNumberDraft }: ExportFieldsProps) {
  const { control } = form;
  const source = useWatch({ control, name: "source" });
  return (
    <>
      <Controller
        control={control}
        name="source"
        render={({ field, fieldState }) => (
          <SegmentedField
            {...field}
            onChange={(value) => {
              field.onChange(value);
              // What is asked for now, nobody has had the time to enter.
              form.clearErrors(["numbers", "context"]);
            }}
            label="Export"
            options={SOURCES}
            error={fieldState.error?.message}
          />
        )}
      />
      {source !== "context" && (
        <NumbersField control={control} origin={origin} source={source} onDraftChange={onNumberDraft} />
      )}
      {showsContext({ source }, origin) && <ContextField form={form} />}
      <FormatFields control={control} />
      <ExpiryFields control={control} zone={origin.zone} />
    </>
  );
}

interface NumbersFieldProps {
  readonly control: Control<ExportFormValues>;
  readonly origin: FormOrigin;
  readonly source: string;
  readonly onDraftChange: (draft: string) => void;
}

function NumbersField({ control, origin, source, onDraftChange }: NumbersFieldProps) {
  const isInsight = source === "insight";
  const alongside =
    !isInsight && origin.alongside !== null ? ` Insight ${origin.alongside} stays part of it.` : "";
  return (
    <Controller
      control={control}
      name="numbers"
      render={({ field, fieldState }) => (
        <ChipsField
          {...field}
          label={isInsight ? "Insight numbers" : "Dashboard numbers"}
          required
          placeholder="12, 13, 14"
          description={`One export is made of each ${source}. Paste as many as you like.${alongside}`}
          validate={numberMistake}
          splitPaste={splitNumbers}
          onDraftChange={onDraftChange}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

const OPTIONS = [...formatOptions(), { value: OTHER_FORMAT, label: "Another format…" }];

function FormatFields({ control }: { readonly control: Control<ExportFormValues> }) {
  const format = useWatch({ control, name: "format" });
  return (
    <>
      <Controller
        control={control}
        name="format"
        render={({ field, fieldState }) => (
          <SelectField {...field} label="Format" options={OPTIONS} error={fieldState.error?.message} />
        )}
      />
      {format === OTHER_FORMAT && (
        <Controller
          control={control}
          name="otherFormat"
          render={({ field, fieldState }) => (
            <TextField
              {...field}
              label="Media type"
              placeholder="image/webp"
              description="Sent as it stands; the server decides whether it can make it."
              required
              spellCheck={false}
              error={fieldState.error?.message}
            />
          )}
        />
      )}
    </>
  );
}

const KEEP = [
  { value: "usual", label: "As long as usual" },
  { value: "until", label: "Until a date" },
];

interface ExpiryFieldsProps {
  readonly control: Control<ExportFormValues>;
  readonly zone: string;
}

function ExpiryFields({ control, zone }: ExpiryFieldsProps) {
  const keep = useWatch({ control, name: "keep" });
  return (
    <>
      <Controller
        control={control}
        name="keep"
        render={({ field, fieldState }) => (
          <SegmentedField
            {...field}
            label="Keep it"
            options={KEEP}
            description="Servers usually keep an export for 26 weeks. It cannot be taken back before."
            error={fieldState.error?.message}
          />
        )}
      />
      {keep === "until" && (
        <Controller
          control={control}
          name="until"
          render={({ field, fieldState }) => (
            <DateTimeField
              {...field}
              label="Expires"
              description={zoneWords(field.value, zone)}
              required
              error={fieldState.error?.message}
            />
          )}
        />
      )}
    </>
  );
}

/** In which zone a time is read. */
function zoneWords(text: string, zone: string): string {
  const reading = fromLocalInput(text, zone);
  if (!reading.ok) return `Time zone: ${zone}`;
  return `Time zone: ${zone} (${zoneOffsetLabel(new Date(reading.iso), zone)})`;
}
