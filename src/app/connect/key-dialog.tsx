import { zodResolver } from "@hookform/resolvers/zod";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Controller, useForm } from "react-hook-form";
import { useLocation } from "react-router-dom";
import type { Backend, DemoControls } from "@/app/connection/backend";
import { useSession } from "@/app/connection/session";
import { listWords } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { useToasts } from "@/ui/feedback/toasts";
import { useFocusBack } from "@/ui/hooks/restore-focus";
import { useConfirm } from "@/ui/overlay/confirm";
import { DialogButtons, DialogFrame } from "@/ui/overlay/dialog-frame";
import { DISCARD, useUnsavedRegistry } from "@/ui/overlay/use-unsaved-changes";
import { SendingButton } from "@/ui/primitives/button-with-disabled-reason";
import { LinkButton } from "@/ui/primitives/link-button";
import type { Reached } from "./connect-check";
import { keyForm } from "./connect-form";
import { CheckWords } from "./connection-status";
import classes from "./key-dialog.module.css";
import { KeyField } from "./key-field";
import { useConnectionCheck } from "./use-connection-check";

/** What the dialog needs to know. */
export interface KeyDialogProps {
  readonly backend: Backend;
  /** True when something that was sent was refused, and not only read. */
  readonly isWriteRefused: boolean;
}

/** Asks for another key over everything that is open, and leaves all of it as it is. */
export function KeyDialog({ backend, isWriteRefused }: KeyDialogProps) {
  const focusBack = useFocusBack();
  useEffect(() => focusBack, [focusBack]);
  const { label } = backend.client.connection;

  return (
    <DialogFrame
      opened
      data-keeps-focus
      // Without a key nothing behind it works: the ways out stand in it.
      onClose={() => {}}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="The server does not accept the key"
      size={460}
      centered
      // As high as a question, so that whichever came last is on top.
      zIndex={320}
      transitionProps={{ duration: 0 }}
      overlayProps={{ color: "var(--ui-overlay)", backgroundOpacity: 1 }}
    >
      <div className={classes.words}>
        <p>
          {backend.demo
            ? "The demo refuses its own key on purpose: the failure “401 key not accepted” is on."
            : `${label} says that the personal API key is invalid. It may have been rolled or deleted. Enter a valid one, and you go on right here.`}
        </p>
        {isWriteRefused && (
          <p>What you just sent was not done. What you typed stays, and you send it again yourself.</p>
        )}
      </div>
      {backend.demo ? (
        <StopFailing backend={backend} controls={backend.demo} />
      ) : (
        <NewKey backend={backend} isWriteRefused={isWriteRefused} />
      )}
    </DialogFrame>
  );
}

function NewKey({ backend, isWriteRefused }: KeyDialogProps) {
  const { connections, connect } = useSession();
  const toasts = useToasts();
  const check = useConnectionCheck();
  const { control, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(keyForm),
    defaultValues: { key: "" },
  });

  function goOn(reached: Reached) {
    const refused =
      reached.refused.length > 0 ? `The key may not read ${listWords(reached.refused)}.` : undefined;
    const detail = refused ?? (isWriteRefused ? "What was refused can be sent again." : undefined);
    toasts.show({
      tone: "positive",
      title: "The server accepts the new key",
      ...(detail !== undefined && { detail }),
    });
  }

  const submit = handleSubmit(({ key }) => {
    const connection = { ...backend.client.connection, key: key.trim() };
    return check.check(connection, {
      onReached: (reached) => {
        connect(
          connection,
          connections.some(({ id, isOnDevice }) => id === connection.id && isOnDevice),
        );
        goOn(reached);
      },
      onRefused: (message) => setError("key", { message }, { shouldFocus: true }),
    });
  });

  return (
    <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <Controller
        control={control}
        name="key"
        render={({ field, fieldState }) => <KeyField {...field} error={fieldState.error?.message} />}
      />
      <CheckWords check={check} />
      <DialogButtons>
        <WaysOut connectionId={backend.client.connection.id} />
        <SendingButton type="submit" loading={formState.isSubmitting}>
          Use this key
        </SendingButton>
      </DialogButtons>
    </form>
  );
}

function WaysOut({ connectionId }: { readonly connectionId: string }) {
  const { disconnect } = useSession();
  const confirm = useConfirm();
  const unsaved = useUnsavedRegistry();

  async function leave() {
    if (unsaved.isHeld() && !(await confirm(DISCARD))) return;
    unsaved.clear();
    disconnect(connectionId);
  }

  return (
    <>
      <AnotherServer />
      <Button variant="default" onClick={() => void leave()}>
        Disconnect
      </Button>
    </>
  );
}

function AnotherServer() {
  const { pathname, search } = useLocation();
  return (
    <LinkButton to={paths.connect(pathname + search)} variant="default">
      Connect to another server
    </LinkButton>
  );
}

interface StopFailingProps {
  readonly backend: Backend;
  readonly controls: DemoControls;
}

/** The demo has no other key: the failure that was set goes, and with it the refusal. */
function StopFailing({ backend: { client }, controls }: StopFailingProps) {
  const queries = useQueryClient();
  const isStopping = useRef(false);

  async function stop() {
    if (isStopping.current) return;
    isStopping.current = true;
    const faults = await controls.faults();
    await controls.setFaults(faults.filter(({ status }) => status !== 401));
    client.renewKey(client.connection.key);
    await queries.invalidateQueries({}, { cancelRefetch: false });
  }

  return (
    <DialogButtons>
      <AnotherServer />
      <Button data-autofocus onClick={() => void stop()}>
        Stop failing on purpose
      </Button>
    </DialogButtons>
  );
}
