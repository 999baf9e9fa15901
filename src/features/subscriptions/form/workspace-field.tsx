import { useEffect, useRef } from "react";
import { Controller, type UseFormReturn, useWatch } from "react-hook-form";
import { useSlackWorkspaces } from "@/data/catalog/slack-workspaces";
import type { SubscriptionFormValues } from "@/features/subscriptions/schema/subscription-form-values";
import { NumberField, SelectField } from "@/ui/form/fields";
import { workspaceFailureHelp, workspaceHelp } from "./form-messages";
import { NamesRetry, useNamesRetry } from "./names-retry";

/**
 * Shows a field for the Slack workspace. Users select the workspace by name, or enter its ID if
 * names are unavailable. A single workspace is preselected.
 */
export function WorkspaceField({ form }: { readonly form: UseFormReturn<SubscriptionFormValues> }) {
  const { control, setValue } = form;
  const integration = useWatch({ control, name: "integration" });
  const { workspaces, refusal, isError, isFetching, refetch } = useSlackWorkspaces(true);
  const retry = useNamesRetry(isError, refetch, () => form.setFocus("integration"));
  // The ID from before the user edited the field.
  const previousId = useRef<string | null>(null);
  const only = workspaces?.length === 1 ? workspaces[0] : undefined;
  useEffect(() => {
    if (only !== undefined && integration === "")
      setValue("integration", String(only.id), { shouldDirty: true });
  }, [only, integration, setValue]);
  const named = (workspaces ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const isUnnamed = integration !== "" && named.every(({ value }) => value !== integration);
  const options = [
    ...(integration === "" ? [{ value: "", label: "Choose a workspace" }] : []),
    ...named,
    ...(isUnnamed ? [{ value: integration, label: `Workspace ${integration}` }] : []),
  ];
  return (
    <Controller
      control={control}
      name="integration"
      render={({ field, fieldState }) => {
        // A channel belongs to a single workspace.
        const clearChannel = () => setValue("recipients", [], { shouldDirty: true });
        const shared = { ...field, required: true, error: fieldState.error?.message };
        const help = workspaceHelp(refusal, workspaces?.length ?? null);
        return refusal === null && !isError ? (
          <SelectField
            {...shared}
            onChange={(value) => {
              field.onChange(value);
              clearChannel();
            }}
            description={help}
            label="Slack workspace"
            options={options}
          />
        ) : (
          <NumberField
            {...shared}
            onChange={(value) => {
              previousId.current ??= field.value;
              field.onChange(value);
            }}
            onBlur={() => {
              const previous = previousId.current ?? "";
              previousId.current = null;
              field.onBlur();
              if (previous !== "" && previous !== field.value) clearChannel();
            }}
            description={
              isError ? (
                <NamesRetry help={workspaceFailureHelp()} isRetrying={isFetching} onRetry={retry} />
              ) : (
                help
              )
            }
            label="Workspace ID"
          />
        );
      }}
    />
  );
}
