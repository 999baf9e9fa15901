import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { zodResolver } from "@hookform/resolvers/zod";
import { Checkbox } from "@mantine/core";
import { useRef, useState } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import { type Client, createClient } from "@/http/client";
import { describeError } from "@/http/describe-error";
import { HttpError } from "@/http/errors";
import type { Problem } from "@/lib/problem";
import { SegmentedField } from "@/ui/choice-fields";
import { TextField } from "@/ui/fields";
import { SendingButton } from "@/ui/reason-button";
import { Notice } from "@/ui/states";
import { WaitLine } from "@/ui/wait-line";
import { checkConnection, type Reached } from "./connect-check";
import { type ConnectValues, connectDefaults, connectForm, needsConsent, toConnection } from "./connect-form";
import { KeyField } from "./key-field";
import classes from "./pages.module.css";
import { rememberProject } from "./recent-project";
import type { ServerConfig } from "./server-config";
import { useSession } from "./session";
import { ThrottleNotice } from "./shell/throttle-notice";

const PREFIXES = [
  { value: "environments", label: "environments" },
  { value: "projects", label: "projects" },
] as const;

interface Props {
  /** A known server to begin with; its key is asked anew. */
  readonly known: ServerConfig | undefined;
  /** True where the deployment allows no other server. */
  readonly isPinned: boolean;
  readonly onReached: (reached: Reached) => void;
}

/** Asks for a server and a key, tries them, and keeps them when they work. */
export function ConnectFields({ known, isPinned, onReached }: Props) {
  const { connect } = useSession();
  const [problem, setProblem] = useState<Problem | null>(null);
  /** The client that is waiting for an answer. */
  const [asked, setAsked] = useState<Client | null>(null);
  const isAsking = useRef(false);
  const { control, handleSubmit, formState, setError } = useForm<ConnectValues>({
    resolver: zodResolver(connectForm),
    defaultValues: connectDefaults(known),
  });

  const address = useWatch({ control, name: "address" });

  async function onValid(values: ConnectValues) {
    if (isAsking.current) return;
    isAsking.current = true;
    setProblem(null);
    const connection = toConnection(values);
    const client = createClient({ connection, fetch: (request) => fetch(request) });
    setAsked(client);
    try {
      const reached = await checkConnection(client);
      const backend = connect(connection, values.keepOnDevice);
      const first = reached.projects?.[0];
      if (first) rememberProject(backend, first.id);
      onReached(reached);
    } catch (error) {
      const words = describeError(error);
      if (error instanceof HttpError && error.status === 401) {
        setError("key", { message: `${words.title}.` }, { shouldFocus: true });
      } else setProblem(words);
    } finally {
      isAsking.current = false;
      setAsked(null);
    }
  }

  return (
    <form className={classes.form} noValidate onSubmit={(event) => void handleSubmit(onValid)(event)}>
      {!isPinned && (
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
      )}
      {needsConsent(address) && (
        <CheckField
          control={control}
          name="allowUnencrypted"
          label="Send the key unencrypted all the same"
          description="Only inside a network you trust."
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
              description="environments fits most servers. Newer ones prefer projects."
              options={PREFIXES}
            />
          )}
        />
      )}
      <CheckField
        control={control}
        name="keepOnDevice"
        label="Keep the key on this device"
        description="Otherwise it is forgotten when this tab is closed."
      />
      {problem && (
        <div role="alert">
          <Notice tone="danger" title={problem.title}>
            {problem.detail}
          </Notice>
        </div>
      )}
      {problem?.waitMs !== undefined && (
        <WaitLine waitMs={problem.waitMs} over="It can be tried again now." onOver={() => {}} />
      )}
      {/* The shell counts down for the connection in use, and this one is not in use yet. */}
      {asked && <ThrottleNotice client={asked} />}
      <div>
        <SendingButton type="submit" loading={formState.isSubmitting}>
          Connect
        </SendingButton>
      </div>
    </form>
  );
}

interface CheckFieldProps {
  readonly control: ReturnType<typeof useForm<ConnectValues>>["control"];
  readonly name: "keepOnDevice" | "allowUnencrypted";
  readonly label: string;
  readonly description: string;
}

function CheckField({ control, name, label, description }: CheckFieldProps) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, ...field } }) => (
        <Checkbox
          classNames={{ description: classes.inlineDescription ?? "" }}
          {...field}
          checked={value}
          onChange={(event) => onChange(event.currentTarget.checked)}
          label={label}
          description={description}
        />
      )}
    />
  );
}
