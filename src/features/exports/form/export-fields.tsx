import { memo } from "react";
import { type Control, Controller, type UseFormReturn, useWatch } from "react-hook-form";
import {
  CUSTOM_FORMAT,
  type ExportFormOrigin,
  type ExportFormValues,
  showsContext,
} from "@/features/exports/model/export-form-values";
import { listFormatOptions } from "@/lib/file/export-formats";
import { zoneOffsetLabel } from "@/lib/time/dates";
import { fromLocalInput } from "@/lib/time/local-input";
import { SegmentedField } from "@/ui/form/choice-fields";
import { DateTimeField, SelectField, TextField } from "@/ui/form/fields";
import { ContextField } from "./context-field";
import { SourceIdsField } from "./source-ids-field";

interface ExportFieldsProps {
  readonly form: UseFormReturn<ExportFormValues>;
  readonly origin: ExportFormOrigin;
  /** Called with the typed text that isn't in the list of IDs yet. */
  readonly onIdsDraft: (draft: string) => void;
}

const SOURCE_OPTIONS = [
  { value: "dashboard", label: "Dashboards" },
  { value: "insight", label: "Insights" },
  { value: "context", label: "Custom definition (JSON)" },
];

/** Memoized, because the form library renders the form twice when it opens. */
export const ExportFields = memo(function PlainExportFields({ form, origin, onIdsDraft }: ExportFieldsProps) {
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
              // The fields of the new source show no errors before the user fills them in.
              form.clearErrors(["numbers", "context"]);
            }}
            label="Export"
            options={SOURCE_OPTIONS}
            error={fieldState.error?.message}
          />
        )}
      />
      {source !== "context" && (
        <SourceIdsField
          form={form}
          origin={origin}
          kind={source === "insight" ? "insight" : "dashboard"}
          onDraftChange={onIdsDraft}
        />
      )}
      {showsContext({ source }, origin) && <ContextField form={form} />}
      <FormatFields control={control} />
      <ExpiryFields control={control} zone={origin.zone} />
    </>
  );
});

const FORMAT_OPTIONS = [...listFormatOptions(), { value: CUSTOM_FORMAT, label: "Other format…" }];

function FormatFields({ control }: { readonly control: Control<ExportFormValues> }) {
  const format = useWatch({ control, name: "format" });
  return (
    <>
      <Controller
        control={control}
        name="format"
        render={({ field, fieldState }) => (
          <SelectField {...field} label="Format" options={FORMAT_OPTIONS} error={fieldState.error?.message} />
        )}
      />
      {format === CUSTOM_FORMAT && (
        <Controller
          control={control}
          name="otherFormat"
          render={({ field, fieldState }) => (
            <TextField
              {...field}
              label="Media type"
              placeholder="image/webp"
              description="Not every server supports every media type."
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

const EXPIRY_OPTIONS = [
  { value: "usual", label: "Default (26 weeks)" },
  { value: "until", label: "Custom date" },
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
            label="Expiration"
            options={EXPIRY_OPTIONS}
            description="Exports are deleted only when they expire."
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
              description={formatZonedTime(field.value, zone)}
              required
              error={fieldState.error?.message}
            />
          )}
        />
      )}
    </>
  );
}

function formatZonedTime(text: string, zone: string): string {
  const reading = fromLocalInput(text, zone);
  if (!reading.ok) return `Time zone: ${zone}`;
  return `Time zone: ${zone} (${zoneOffsetLabel(new Date(reading.iso), zone)})`;
}
