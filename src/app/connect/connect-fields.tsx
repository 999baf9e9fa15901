import { zodResolver } from "@hookform/resolvers/zod";
import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import { storeLastProject } from "@/app/connection/connection-storage";
import { useSession } from "@/app/connection/session";
import classes from "@/app/settings/settings.module.css";
import { findPagePath } from "@/http/connection";
import { SegmentedField } from "@/ui/form/choice-fields";
import { TextField } from "@/ui/form/fields";
import { SubmitButton } from "@/ui/primitives/button-with-disabled-reason";
import type { ConnectionResult } from "./connect-check";
import {
  type ConnectValues,
  connectSchema,
  getConnectDefaults,
  needsUnencryptedConsent,
  pinnedConnectSchema,
  toConnection,
} from "./connect-form";
import { ConnectionCheckStatus } from "./connection-check-status";
import { KeyField } from "./key-field";
import type { ServerConfig } from "./server-config";
import { useConnectionCheck } from "./use-connection-check";

const PREFIX_OPTIONS = [
  { value: "environments", label: "environments" },
  { value: "projects", label: "projects" },
] as const;

interface ConnectFieldsProps {
  /** Server whose address is prefilled, so that the user enters only a key. */
  readonly knownServer: ServerConfig | undefined;
  readonly isPinned: boolean;
  readonly onConnected: (result: ConnectionResult) => void;
}

export function ConnectFields({ knownServer, isPinned, onConnected }: ConnectFieldsProps) {
  const { connect } = useSession();
  const check = useConnectionCheck();
  const { control, handleSubmit, formState, setError, setValue } = useForm<ConnectValues>({
    resolver: zodResolver(isPinned ? pinnedConnectSchema : connectSchema),
    defaultValues: getConnectDefaults(knownServer),
  });

  const address = useWatch({ control, name: "address" });

  /** The address with a page's path that was last submitted. Submitting it once more keeps the path. */
  const [pageAddress, setPageAddress] = useState<string | null>(null);

  function handleValid(values: ConnectValues) {
    const pagePath = isPinned ? null : findPagePath(values.address);
    const isKept = pagePath !== null && values.address === pageAddress;
    const connection = toConnection(values, isKept);
    if (pagePath !== null && !isKept) {
      setPageAddress(values.address);
      setValue("address", connection.baseUrl);
      const message = `“${pagePath}” looks like a page, so the server's address would be ${connection.baseUrl}. To use it, choose Connect again. To keep the path, enter it again.`;
      return setError("address", { message }, { shouldFocus: true });
    }
    return check.tryConnection(connection, {
      onConnected: (result) => {
        const backend = connect(connection, values.keepOnDevice);
        const [firstProject] = result.projects;
        // A key that can't list projects may not open the first one.
        if (firstProject && result.listRefusal === null) storeLastProject(backend, firstProject.id);
        onConnected(result);
      },
      onKeyRejected: (message) => setError("key", { message }, { shouldFocus: true }),
    });
  }

  return (
    <form className={classes.form} noValidate onSubmit={(event) => void handleSubmit(handleValid)(event)}>
      {!isPinned && (
        <Controller
          control={control}
          name="address"
          render={({ field, fieldState }) => (
            <TextField
              {...field}
              label="Server address"
              description="For example, https://eu.posthog.com. You can paste any link to the server."
              inputMode="url"
              autoComplete="url"
              spellCheck={false}
              required
              error={fieldState.error?.message}
            />
          )}
        />
      )}
      {needsUnencryptedConsent(address) && (
        <CheckboxField
          control={control}
          name="allowUnencrypted"
          label="Allow unencrypted connection"
          description="Only use this on a network you trust."
        />
      )}
      <Controller
        control={control}
        name="key"
        render={({ field, fieldState }) => <KeyField {...field} error={fieldState.error?.message} />}
      />
      {!isPinned && (
        <Controller
          control={control}
          name="prefix"
          render={({ field }) => (
            <SegmentedField
              {...field}
              label="Path prefix"
              description="Both work on most servers. Newer servers are replacing “environments” with “projects”."
              options={PREFIX_OPTIONS}
            />
          )}
        />
      )}
      <CheckboxField
        control={control}
        name="keepOnDevice"
        label="Store key on this device"
        description="Otherwise, the key is removed when you close this tab."
      />
      <ConnectionCheckStatus check={check} />
      <div>
        <SubmitButton type="submit" loading={formState.isSubmitting}>
          Connect
        </SubmitButton>
      </div>
    </form>
  );
}

interface CheckboxFieldProps {
  readonly control: ReturnType<typeof useForm<ConnectValues>>["control"];
  readonly name: "keepOnDevice" | "allowUnencrypted";
  readonly label: string;
  readonly description: string;
}

function CheckboxField({ control, name, label, description }: CheckboxFieldProps) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, ...field }, fieldState }) => (
        <Checkbox
          classNames={{ description: classes.inlineDescription ?? "" }}
          {...field}
          checked={value}
          onChange={(event) => onChange(event.currentTarget.checked)}
          label={label}
          description={description}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}
