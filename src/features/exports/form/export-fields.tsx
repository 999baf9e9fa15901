import { memo } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
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
import { FormField } from "@/ui/form/form-field";
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
  const [source, format, keep, until] = useWatch({ control, name: ["source", "format", "keep", "until"] });
  return (
    <>
      <FormField
        as={SegmentedField}
        control={control}
        name="source"
        onChange={(value) => {
          form.setValue("source", value, { shouldDirty: true, shouldTouch: true });
          // The fields of the new source show no errors before the user fills them in.
          form.clearErrors(["numbers", "context"]);
        }}
        label="Export"
        options={SOURCE_OPTIONS}
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
      <FormField as={SelectField} control={control} name="format" label="Format" options={FORMAT_OPTIONS} />
      {format === CUSTOM_FORMAT && (
        <FormField
          as={TextField}
          control={control}
          name="otherFormat"
          label="Media type"
          placeholder="image/webp"
          description="Not every server supports every media type."
          required
          spellCheck={false}
        />
      )}
      <FormField
        as={SegmentedField}
        control={control}
        name="keep"
        label="Expiration"
        options={EXPIRY_OPTIONS}
        description="Exports are deleted only when they expire."
      />
      {keep === "until" && (
        <FormField
          as={DateTimeField}
          control={control}
          name="until"
          label="Expires"
          description={formatZonedTime(until, origin.zone)}
          required
        />
      )}
    </>
  );
});

const FORMAT_OPTIONS = [...listFormatOptions(), { value: CUSTOM_FORMAT, label: "Other format…" }];

const EXPIRY_OPTIONS = [
  { value: "usual", label: "Default (26 weeks)" },
  { value: "until", label: "Custom date" },
];

function formatZonedTime(text: string, zone: string): string {
  const reading = fromLocalInput(text, zone);
  if (!reading.ok) return `Time zone: ${zone}`;
  return `Time zone: ${zone} (${zoneOffsetLabel(new Date(reading.iso), zone)})`;
}
