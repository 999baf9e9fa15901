import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useApi } from "@/data/client/api-context";
import { describeFailure } from "@/data/client/describe-failure";
import { useMissingScopeMessage } from "@/data/client/use-connection-status";
import { SUBSCRIPTION_WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import { createSubscriptionFormSchema } from "@/features/subscriptions/schema/subscription-form-schema";
import {
  type SubscriptionFormOrigin,
  type SubscriptionFormValues,
  subscriptionFormFieldFor,
} from "@/features/subscriptions/schema/subscription-form-values";
import { getFieldError } from "@/http/field-errors";
import type { Problem } from "@/lib/text/problem";
import { FormDrawer } from "@/ui/form/form-drawer";
import { useBackgroundSubmit } from "@/ui/form/use-background-submit";
import { useFormDraft } from "@/ui/form/use-form-draft";
import { useUnsavedChanges } from "@/ui/overlay/use-unsaved-changes";
import { SubscriptionFields } from "./subscription-fields";
import { SubscriptionPreview } from "./subscription-preview";

interface SubscriptionFormDrawerProps {
  readonly title: string;
  readonly submitLabel: string;
  /** Initial values. Later ones are ignored, so that no input is lost. */
  readonly origin: SubscriptionFormOrigin;
  /** Errors are shown in the form. */
  readonly save: (values: SubscriptionFormValues, origin: SubscriptionFormOrigin) => Promise<void>;
  /** Title of the toast when saving fails after the form was left. */
  readonly failedTitle: (error: unknown, values: SubscriptionFormValues) => string;
  readonly notice?: ReactNode;
  /** Called after a save and when the person closes; navigates away. */
  readonly onLeave: (reason: "saved" | "closed") => void;
}

export function SubscriptionFormDrawer(props: SubscriptionFormDrawerProps) {
  const { client } = useApi();
  const [origin] = useState(props.origin);
  const schema = useMemo(() => createSubscriptionFormSchema(origin), [origin]);
  const form = useForm<SubscriptionFormValues>({
    defaultValues: origin.values,
    resolver: zodResolver(schema),
    mode: "onTouched",
  });
  const { isDirty, isSubmitting } = form.formState;
  const [recipientDraft, setRecipientDraft] = useState("");
  const isUnsaved = isDirty || recipientDraft.trim() !== "";
  const guard = useUnsavedChanges(isUnsaved, true);
  const [submitError, setSubmitError] = useState<Problem | null>(null);
  const unsavedRecipient = { field: "recipients", text: recipientDraft };
  const formDraft = useFormDraft("delivery", form, unsavedRecipient, setSubmitError);
  const backgroundSubmit = useBackgroundSubmit(formDraft);
  const isSending = useRef(false);
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);

  function closeForm(reason: "saved" | "closed") {
    guard.allowNavigation();
    props.onLeave(reason);
  }

  /** Shows the error at its field when visible, otherwise above the buttons. */
  function showFailure(error: unknown) {
    const complaint = getFieldError(error);
    const field = complaint && subscriptionFormFieldFor(complaint.field, form.getValues());
    if (complaint && field) {
      form.setError(field, { type: "server", message: complaint.message }, { shouldFocus: true });
    } else {
      setSubmitError(describeFailure(client, error));
    }
  }

  const submit = form.handleSubmit(async (values) => {
    // Guard against a second click before the button is disabled.
    if (isSending.current) return;
    isSending.current = true;
    setSubmitError(null);
    const draft = formDraft.read();
    try {
      await props.save(values, origin);
      closeForm("saved");
    } catch (error) {
      if (!backgroundSubmit.isRouteUnmounted()) return showFailure(error);
      backgroundSubmit.notifyFailure({
        title: props.failedTitle(error, values),
        problem: describeFailure(client, error),
        draft,
      });
    } finally {
      isSending.current = false;
    }
  });

  return (
    <FormDrawer
      title={props.title}
      submitLabel={props.submitLabel}
      loading={isSubmitting}
      submitError={submitError}
      submitDisabledReason={refusal && `${refusal} Your input is kept.`}
      isDirty={isUnsaved}
      onSubmit={(event) => void submit(event)}
      onClose={() => closeForm("closed")}
      aside={<SubscriptionPreview control={form.control} origin={origin} />}
    >
      {props.notice}
      <SubscriptionFields form={form} origin={origin} onRecipientDraftChange={setRecipientDraft} />
    </FormDrawer>
  );
}
