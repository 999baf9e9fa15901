import { useEffect, useRef } from "react";
import { Controller, type UseFormReturn, useFormState, useWatch } from "react-hook-form";
import { useDashboardInsights } from "@/data/catalog/dashboard-insights";
import type { SourceSuggestion } from "@/data/catalog/source-suggestions";
import type {
  SubscriptionFormOrigin,
  SubscriptionFormValues,
} from "@/features/subscriptions/schema/subscription-form-values";
import { maxSelectedInsights } from "@/features/subscriptions/schema/validate-subscription";
import { CheckboxField } from "@/ui/form/checkbox-field";
import { TextField } from "@/ui/form/fields";
import { insightIdsHelp, insightsHelp } from "./form-messages";
import classes from "./insights-field.module.css";

interface InsightsFieldProps {
  readonly form: UseFormReturn<SubscriptionFormValues>;
  readonly origin: SubscriptionFormOrigin;
}

/** Selects which insights of the dashboard are sent. All are, up to the server's limit, until the person chooses. */
export function InsightsField({ form, origin }: InsightsFieldProps) {
  const { control } = form;
  const sourceId = useWatch({ control, name: "sourceId" });
  const { insights, refusal } = useDashboardInsights(parseId(sourceId));
  const max = maxSelectedInsights(origin);
  useInitialSelection(form, origin, insights);
  if (parseId(sourceId) === null) return null;
  return (
    <Controller
      control={control}
      name="insights"
      render={({ field, fieldState }) =>
        refusal === null ? (
          <InsightChoice
            ref={field.ref}
            insights={insights}
            max={max}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
          />
        ) : (
          <TextField
            {...field}
            value={field.value.join(", ")}
            onChange={(text) => field.onChange(text.trim() === "" ? [] : text.split(/[,\s]+/))}
            label="Insight IDs"
            required
            description={insightIdsHelp(refusal, max)}
            error={fieldState.error?.message}
          />
        )
      }
    />
  );
}

function parseId(text: string): number | null {
  return /^[1-9]\d{0,9}$/.test(text.trim()) ? Number(text) : null;
}

/** Selects the first insights of another dashboard. The selection of a record stays, even an empty one. */
function useInitialSelection(
  { control, getValues, setValue }: UseFormReturn<SubscriptionFormValues>,
  { record, values: before }: SubscriptionFormOrigin,
  insights: readonly SourceSuggestion[] | null,
): void {
  const { isSubmitted } = useFormState({ control });
  const max = maxSelectedInsights({ values: before });
  const isServed = useWatch({ control, name: "sourceId" }) === before.sourceId && record !== null;
  const hasLeft = useRef(false);
  useEffect(() => {
    if (insights === null) return;
    const known = insights.map(({ id }) => String(id));
    const selected = getValues("insights");
    const options = { shouldDirty: true, shouldValidate: isSubmitted };
    if (isServed) {
      if (hasLeft.current) setValue("insights", before.insights, options);
      hasLeft.current = false;
      return;
    }
    hasLeft.current = true;
    if (selected.length > 0 && selected.every((id) => known.includes(id))) return;
    setValue("insights", known.slice(0, max), options);
  }, [insights, isServed, before, max, isSubmitted, getValues, setValue]);
}

interface InsightChoiceProps {
  readonly ref: (element: HTMLInputElement | null) => void;
  /** Null while they are loaded. */
  readonly insights: readonly SourceSuggestion[] | null;
  readonly max: number;
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
  readonly onBlur: () => void;
  readonly error: string | undefined;
}

function InsightChoice({ ref, insights, max, value, onChange, onBlur, error }: InsightChoiceProps) {
  const known = (insights ?? []).map(({ id, name }) => ({ id: String(id), label: name || `Insight ${id}` }));
  // Selected once, and removed from the dashboard since then.
  const others =
    insights === null ? [] : value.filter((selected) => known.every(({ id }) => id !== selected));
  const options = [...known, ...others.map((id) => ({ id, label: `Insight ${id} (not on the dashboard)` }))];
  return (
    <fieldset className={classes.insights}>
      <legend>Insights</legend>
      {options.length > 0 && (
        <div className={classes.options}>
          {options.map(({ id, label }, index) => (
            <CheckboxField
              key={id}
              ref={index === 0 ? ref : undefined}
              label={label}
              checked={value.includes(id)}
              onChange={(isChecked) =>
                onChange(isChecked ? [...value, id] : value.filter((each) => each !== id))
              }
              onBlur={onBlur}
              aria-invalid={error ? true : undefined}
            />
          ))}
        </div>
      )}
      <p className={classes.help} aria-live="polite">
        {insightsHelp(value.length, insights && known.length, max)}
      </p>
      {error && <p className={classes.error}>{error}</p>}
    </fieldset>
  );
}
