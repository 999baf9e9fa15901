import { useEffect, useRef } from "react";
import { type UseFormReturn, useController } from "react-hook-form";
import { useSlackWorkspaces } from "@/data/catalog/slack-workspaces";
import type { SubscriptionFormValues } from "@/features/subscriptions/schema/subscription-form-values";
import { SelectField, TextField } from "@/ui/form/fields";
import { workspaceFailureHelp, workspaceHelp } from "./form-messages";
import { NamesRetry, useNamesRetry } from "./names-retry";

/**
 * Shows a field for the Slack workspace. Users select the workspace by name, or enter its ID if
 * names are unavailable. A single workspace is preselected.
 */
export function WorkspaceField({ form }: { readonly form: UseFormReturn<SubscriptionFormValues> }) {
  const { control, setValue } = form;
  const { field, fieldState } = useController({ control, name: "integration" });
  const integration = field.value;
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
  // A channel belongs to a single workspace.
  const clearChannel = () => setValue("recipients", [], { shouldDirty: true });
  const shared = { ...field, required: true, error: fieldState.error?.message };
  const help = workspaceHelp(refusal, workspaces?.length ?? null);
  if (refusal === null && !isError) {
    return (
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
    );
  }
  return (
    <TextField
      {...shared}
      inputMode="numeric"
      onChange={(value) => {
        previousId.current ??= integration;
        field.onChange(value);
      }}
      onBlur={() => {
        const previous = previousId.current ?? "";
        previousId.current = null;
        field.onBlur();
        if (previous !== "" && previous !== integration) clearChannel();
      }}
      description={
        isError ? <NamesRetry help={workspaceFailureHelp()} isRetrying={isFetching} onRetry={retry} /> : help
      }
      label="Workspace ID"
    />
  );
}
