import { useState } from "react";
import { type Control, Controller, useWatch } from "react-hook-form";
import { useSourceSuggestions } from "@/data/catalog/source-suggestions";
import type { SubscriptionFormValues } from "@/features/subscriptions/schema/subscription-form-values";
import { parseSourceId } from "@/lib/url/source-links";
import { PickerField } from "@/ui/form/picker-field";
import { sourceFieldHelp } from "./form-messages";

export function SourceField({ control }: { readonly control: Control<SubscriptionFormValues> }) {
  const source = useWatch({ control, name: "source" });
  const kind = source === "insight" ? "insight" : "dashboard";
  const sourceId = useWatch({ control, name: "sourceId" });
  const [search, setSearch] = useState("");
  const { getSuggestions, getName, refusal } = useSourceSuggestions(kind, search, sourceId);
  const noun = kind === "insight" ? "Insight" : "Dashboard";
  return (
    <Controller
      control={control}
      name="sourceId"
      render={({ field, fieldState }) => (
        <PickerField
          {...field}
          label={refusal === null ? `${noun} name` : `${noun} ID`}
          description={sourceFieldHelp(kind, refusal)}
          required
          valueLabel={getName(field.value)}
          parseItem={(text) => parseSourceId(kind, text)}
          getSuggestions={(text) =>
            getSuggestions(text).map(({ id, name }) => ({
              item: String(id),
              label: name || `${noun} ${id}`,
              detail: String(id),
            }))
          }
          onSearch={setSearch}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}
