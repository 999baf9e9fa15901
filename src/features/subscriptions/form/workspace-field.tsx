import { useEffect } from "react";
import { Controller, type UseFormReturn, useWatch } from "react-hook-form";
import { useSlackWorkspaces } from "@/data/catalog/slack-workspaces";
import type { SubscriptionFormValues } from "@/features/subscriptions/schema/subscription-form-values";
import { NumberField, SelectField } from "@/ui/form/fields";
import { workspaceHelp } from "./form-messages";

/** Chooses the Slack workspace by name. The only one is chosen already. */
export function WorkspaceField({ form }: { readonly form: UseFormReturn<SubscriptionFormValues> }) {
  const { control, setValue } = form;
  const integration = useWatch({ control, name: "integration" });
  const { workspaces, refusal } = useSlackWorkspaces(true);
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
        const shared = {
          ...field,
          onChange: (value: string) => {
            field.onChange(value);
            // A channel belongs to one workspace.
            setValue("recipients", [], { shouldDirty: true });
          },
          required: true,
          description: workspaceHelp(refusal, workspaces?.length ?? null),
          error: fieldState.error?.message,
        };
        return refusal === null ? (
          <SelectField {...shared} label="Slack workspace" options={options} />
        ) : (
          <NumberField {...shared} label="Workspace ID" />
        );
      }}
    />
  );
}
