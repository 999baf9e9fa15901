import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { zodResolver } from "@hookform/resolvers/zod";
import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { describeError } from "@/http/describe-error";
import { HttpError } from "@/http/errors";
import type { Problem } from "@/lib/problem";
import { SegmentedField } from "@/ui/choice-fields";
import { TextField } from "@/ui/fields";
import { Notice } from "@/ui/states";
import { checkConnection } from "./connect-check";
import { CONNECT_DEFAULTS, type ConnectValues, connectForm, toConnection } from "./connect-form";
import classes from "./pages.module.css";
import { useSession } from "./session";

const PREFIXES = [
  { value: "environments", label: "environments" },
  { value: "projects", label: "projects" },
] as const;

/** What newer servers call `@current`: the project of a key that may not list projects. */
const CURRENT_PROJECT = "@current";

/** Asks for a server and a key, tries them, and keeps them when they work. */
export function ConnectFields({ onConnected }: { readonly onConnected: (project: string) => void }) {
  const { connect } = useSession();
  const [problem, setProblem] = useState<Problem | null>(null);
  const { control, handleSubmit, formState, setError } = useForm<ConnectValues>({
    resolver: zodResolver(connectForm),
    defaultValues: CONNECT_DEFAULTS,
  });

  async function onValid(values: ConnectValues) {
    setProblem(null);
    const connection = toConnection(values);
    try {
      const { firstProject } = await checkConnection(connection, (request) => fetch(request));
      connect(connection, values.keepOnDevice);
      onConnected(firstProject ?? CURRENT_PROJECT);
    } catch (error) {
      const words = describeError(error);
      if (error instanceof HttpError && error.status === 401) setError("key", { message: words.title });
      else setProblem(words);
    }
  }

  return (
    <form className={classes.form} noValidate onSubmit={(event) => void handleSubmit(onValid)(event)}>
      <Controller
        control={control}
        name="address"
        render={({ field, fieldState }) => (
          <TextField
            {...field}
            label="Server address"
            description="For example https://eu.posthog.com, or where you host it. A pasted link works too."
            inputMode="url"
            autoComplete="url"
            spellCheck={false}
            required
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="key"
        render={({ field, fieldState }) => (
          <TextField
            {...field}
            type="password"
            label="Personal API key"
            description="Made in the server's settings; begins with phx_. It is sent to this server alone."
            autoComplete="off"
            spellCheck={false}
            required
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="prefix"
        render={({ field }) => (
          <SegmentedField
            {...field}
            label="Path prefix"
            description="environments fits most servers. Newer ones prefer projects."
            options={PREFIXES}
          />
        )}
      />
      <Controller
        control={control}
        name="keepOnDevice"
        render={({ field: { value, onChange, ...field } }) => (
          <Checkbox
            classNames={{ description: classes.inlineDescription ?? "" }}
            {...field}
            checked={value}
            onChange={(event) => onChange(event.currentTarget.checked)}
            label="Keep the key on this device"
            description="Otherwise it is forgotten when this tab is closed."
          />
        )}
      />
      {problem && (
        <div role="alert">
          <Notice tone="danger" title={problem.title}>
            {problem.detail}
          </Notice>
        </div>
      )}
      <div>
        <Button type="submit" loading={formState.isSubmitting}>
          Connect
        </Button>
      </div>
    </form>
  );
}
