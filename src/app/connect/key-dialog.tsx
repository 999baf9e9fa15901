import { zodResolver } from "@hookform/resolvers/zod";
import { Button, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useLocation } from "react-router-dom";
import type { AppBackend, DemoControls } from "@/app/connection/backend";
import { useSession } from "@/app/connection/session";
import { cleanPasted } from "@/lib/text/normalize-text";
import { paths } from "@/lib/url/paths";
import { toasts } from "@/ui/feedback/toasts";
import { FormField } from "@/ui/form/form-field";
import { useConfirm } from "@/ui/overlay/confirm";
import { DialogButtons, DialogFrame } from "@/ui/overlay/frames";
import {
  DISCARD_CONFIRMATION,
  discardUnsavedChanges,
  hasBlockingForms,
} from "@/ui/overlay/use-unsaved-changes";
import { LinkButton, SubmitButton } from "@/ui/primitives/link-button";
import { apiKeySchema, ConnectionCheckStatus, KeyField, useConnectionCheck } from "./connection-check";

export interface KeyDialogProps {
  readonly backend: AppBackend;
  readonly isChangeRejected: boolean;
}

/** Asks for a new key. Open forms and dialogs stay open. */
export function KeyDialog({ backend, isChangeRejected }: KeyDialogProps) {
  const { label, key } = backend.client.connection;
  const isRemoved = key === "" && !backend.demo;

  return (
    <DialogFrame
      data-keeps-focus
      // Can't be dismissed, because nothing behind the dialog works without a key.
      onClose={() => {}}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={isRemoved ? "You disconnected in another tab" : "The API key was rejected"}
      size={460}
      centered
      // Same level as confirmations, so that the latest dialog is on top.
      zIndex={320}
    >
      <Stack gap="xs" c="dimmed" fz="sm">
        <p>
          {backend.demo
            ? "The demo fault “401 key rejected” is active."
            : isRemoved
              ? `Your input is kept. To continue, enter a key for ${label}. To discard your input, disconnect.`
              : `${label} rejected your personal API key. Enter a new key to continue.`}
        </p>
        {isChangeRejected && (
          <p>Your last change wasn't saved. Your input is kept, so you can submit it again.</p>
        )}
      </Stack>
      {backend.demo ? (
        <StopDemoFault backend={backend} controls={backend.demo} />
      ) : (
        <NewKeyForm backend={backend} isChangeRejected={isChangeRejected} />
      )}
    </DialogFrame>
  );
}

function NewKeyForm({ backend, isChangeRejected }: KeyDialogProps) {
  const { connections, connect, disconnect } = useSession();
  const confirm = useConfirm();
  const check = useConnectionCheck();
  const { control, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(apiKeySchema),
    defaultValues: { key: "" },
  });

  async function handleDisconnect() {
    if (hasBlockingForms() && !(await confirm(DISCARD_CONFIRMATION))) return;
    discardUnsavedChanges();
    disconnect(backend.client.connection.id);
  }

  const handleFormSubmit = handleSubmit(({ key }) => {
    const connection = { ...backend.client.connection, key: cleanPasted(key) };
    return check.tryConnection(
      connection,
      ({ listRefusal }) => {
        connect(
          connection,
          connections.some(({ id, isOnDevice }) => id === connection.id && isOnDevice),
        );
        const detail = listRefusal ?? (isChangeRejected && "You can retry the failed change.");
        toasts.show({ tone: "positive", title: "API key updated", ...(detail && { detail }) });
      },
      (message) => setError("key", { message }, { shouldFocus: true }),
    );
  });

  return (
    <form noValidate onSubmit={(event) => void handleFormSubmit(event)}>
      <Stack mt="md">
        <FormField as={KeyField} control={control} name="key" />
        <ConnectionCheckStatus check={check} />
      </Stack>
      <DialogButtons>
        <OtherServerLink />
        <Button onClick={() => void handleDisconnect()}>Disconnect</Button>
        <SubmitButton variant="filled" type="submit" loading={formState.isSubmitting}>
          Use this key
        </SubmitButton>
      </DialogButtons>
    </form>
  );
}

function OtherServerLink() {
  const { pathname, search } = useLocation();
  return <LinkButton to={paths.connect(pathname + search)}>Connect to another server</LinkButton>;
}

/** Removes the demo's rejected keys, because the demo has no other key. */
function StopDemoFault(props: { readonly backend: AppBackend; readonly controls: DemoControls }) {
  const { backend, controls } = props;
  const { client } = backend;
  const queryClient = useQueryClient();
  const stop = useMutation({
    mutationFn: async () => {
      const scenarios = await controls.scenarios();
      await controls.setScenarios(scenarios.filter(({ name }) => name !== "rejected-key"));
      client.renewKey(client.connection.key);
      await queryClient.invalidateQueries({}, { cancelRefetch: false });
    },
  });
  return (
    <DialogButtons>
      <OtherServerLink />
      <Button variant="filled" data-autofocus loading={stop.isPending} onClick={() => stop.mutate()}>
        Remove demo fault
      </Button>
    </DialogButtons>
  );
}
