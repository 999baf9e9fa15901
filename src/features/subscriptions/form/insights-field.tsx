import { Button, Checkbox } from "@mantine/core";
import { useEffect, useEffectEvent, useRef } from "react";
import { type UseFormReturn, useController, useFormState, useWatch } from "react-hook-form";
import { SAFE_SELECTED_INSIGHTS } from "@/api/subscriptions";
import { type SourceSuggestion, useDashboardInsights } from "@/data/catalog/source-suggestions";
import type {
  SubscriptionFormOrigin,
  SubscriptionFormValues,
} from "@/features/subscriptions/schema/subscription-form-values";
import { validateInsightId } from "@/features/subscriptions/schema/validate-subscription";
import { ChoiceGroup } from "@/ui/form/fields";
import { TagsInput } from "@/ui/form/tags-input";
import classes from "./insights-field.module.css";

interface InsightsFieldProps {
  readonly form: UseFormReturn<SubscriptionFormValues>;
  readonly origin: SubscriptionFormOrigin;
}

export function InsightsField({ form, origin }: InsightsFieldProps) {
  const { control } = form;
  const sourceId = useWatch({ control, name: "sourceId" });
  const { field, fieldState } = useController({ control, name: "insights" });
  const { value: insights, refusal, isError, isFetching, refetch } = useDashboardInsights(parseId(sourceId));
  const asksForIds = refusal !== null || isError;
  useInitialSelection(form, origin, insights, asksForIds);
  const retry = useNamesRetry(isError, refetch, () => form.setFocus("insights"));
  if (parseId(sourceId) === null) return null;
  const shared = {
    ...field,
    onChange: (ids: string[]) => {
      field.onChange(ids);
      form.setValue("insightsOf", sourceId, { shouldDirty: true });
    },
    error: fieldState.error?.message,
  };
  if (!asksForIds) return <InsightChoice {...shared} insights={insights} />;
  const separator = "Separate IDs with commas.";
  const help =
    refusal === null
      ? "Couldn't load names. Enter the IDs, or try again."
      : refusal === "scope"
        ? `${separator} Add the scope dashboard:read to the API key to see names.`
        : separator;
  return (
    <TagsInput
      {...shared}
      label="Insight IDs"
      required
      validate={validateInsightId}
      splitItems={(text) => text.split(/[\s,;]+/).filter(Boolean)}
      description={isError ? <NamesRetry help={help} isRetrying={isFetching} onRetry={retry} /> : help}
    />
  );
}

function parseId(text: string): number | null {
  return /^[1-9]\d{0,9}$/.test(text.trim()) ? Number(text) : null;
}

/**
 * Preselects a dashboard's first insights, up to the number that every server accepts. Clears the
 * selection if the insights can't be loaded. Keeps a record's existing selection, even if empty.
 */
function useInitialSelection(
  { control, getValues, setValue }: UseFormReturn<SubscriptionFormValues>,
  { record, values: before }: SubscriptionFormOrigin,
  insights: readonly SourceSuggestion[] | null,
  asksForIds: boolean,
): void {
  const { isSubmitted } = useFormState({ control });
  const [sourceId, insightsOf] = useWatch({ control, name: ["sourceId", "insightsOf"] });
  const isServed = record !== null && sourceId === before.insightsOf;
  useEffect(() => {
    if (insightsOf === sourceId || (insights === null && !asksForIds)) return;
    const select = (ids: string[], dashboard: string) => {
      setValue("insights", ids, { shouldDirty: true, shouldValidate: isSubmitted });
      setValue("insightsOf", dashboard, { shouldDirty: true });
    };
    if (isServed) return select(before.insights, sourceId);
    // Clears the selection of the previous dashboard.
    if (insights === null) return insightsOf === "" ? undefined : select([], "");
    const known = insights.map(({ id }) => String(id));
    const selected = getValues("insights");
    const isKept = selected.length > 0 && selected.every((id) => known.includes(id));
    select(isKept ? selected : known.slice(0, SAFE_SELECTED_INSIGHTS), sourceId);
  }, [insights, asksForIds, insightsOf, sourceId, isServed, before, isSubmitted, getValues, setValue]);
}

interface InsightChoiceProps {
  readonly ref: (element: HTMLElement | null) => void;
  /** Null while insights load. */
  readonly insights: readonly SourceSuggestion[] | null;
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
  readonly onBlur: () => void;
  readonly error: string | undefined;
}

function InsightChoice({ ref, insights, value, onChange, onBlur, error }: InsightChoiceProps) {
  const known = (insights ?? []).map(({ id, name }) => ({ id: String(id), label: name || `Insight ${id}` }));
  // Selected insights that were removed from the dashboard.
  const others =
    insights === null ? [] : value.filter((selected) => known.every(({ id }) => id !== selected));
  const options = [...known, ...others.map((id) => ({ id, label: `Insight ${id} (not on the dashboard)` }))];
  return (
    <ChoiceGroup
      label="Insights"
      description={
        <span aria-live="polite">
          {insights === null ? "Loading insights…" : `${value.length} of ${known.length} selected.`}
        </span>
      }
      error={error}
    >
      {(group) => (
        <div
          role="group"
          {...group}
          className={options.length > 0 ? classes.options : undefined}
          {...(options.length === 0 && { ref, tabIndex: -1 })}
        >
          {options.map(({ id, label }, index) => (
            <Checkbox
              key={id}
              ref={index === 0 ? ref : undefined}
              label={label}
              checked={value.includes(id)}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? [...value, id] : value.filter((each) => each !== id))
              }
              onBlur={onBlur}
              aria-invalid={error ? true : undefined}
              aria-describedby={group["aria-describedby"]}
            />
          ))}
        </div>
      )}
    </ChoiceGroup>
  );
}

interface NamesRetryProps {
  readonly help: string;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

export function NamesRetry({ help, isRetrying, onRetry }: NamesRetryProps) {
  return (
    <>
      <output>{isRetrying ? "Loading names…" : help}</output>{" "}
      <Button variant="subtle" onClick={onRetry}>
        Try again
      </Button>
    </>
  );
}

/**
 * Returns a handler that reloads names. Moves focus to the field when they have loaded, because the focused button is
 * removed.
 */
export function useNamesRetry(isError: boolean, refetch: () => void, focusField: () => void): () => void {
  const isRetrying = useRef(false);
  const handleNames = useEffectEvent(() => {
    if (isRetrying.current && document.activeElement === document.body) focusField();
    isRetrying.current = false;
  });
  useEffect(() => {
    if (!isError) handleNames();
  }, [isError]);
  return () => {
    isRetrying.current = true;
    refetch();
  };
}
