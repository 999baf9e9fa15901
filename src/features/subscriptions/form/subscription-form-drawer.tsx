import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useApi } from "@/data/client/api-context";
import { describeFailure } from "@/data/client/describe-failure";
import { useScopeRefusal } from "@/data/client/use-connection-status";
import { WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import { subscriptionFormSchema } from "@/features/subscriptions/schema/subscription-form-schema";
import {
  type FormOrigin,
  formFieldOf,
  type SubscriptionFormValues,
} from "@/features/subscriptions/schema/subscription-form-values";
import { fieldErrorOf } from "@/http/field-errors";
import type { Problem } from "@/lib/text/problem";
import { FormDrawer } from "@/ui/form/form-drawer";
import { useLeftForm } from "@/ui/form/use-background-submit";
import { useKeptForm } from "@/ui/form/use-form-draft";
import { useUnsavedGuard } from "@/ui/overlay/use-unsaved-changes";
import { SubscriptionFields } from "./subscription-fields";
import { SubscriptionPreview } from "./subscription-preview";

interface SubscriptionFormDrawerProps {
  readonly title: string;
  readonly submitLabel: string;
  /** Where the form starts; a later one is not taken over, so that nothing typed is lost. */
  readonly origin: FormOrigin;
  /** Sends what was typed; what it throws is shown in the form. */
  readonly save: (values: SubscriptionFormValues, origin: FormOrigin) => Promise<void>;
  /** Says what was not saved to who has left the form before it failed. */
  readonly failedTitle: (error: unknown, values: SubscriptionFormValues) => string;
  /** Above the fields. */
  readonly remark?: ReactNode;
  /** Called after a save and when the person closes; navigates away. */
  readonly onLeave: (reason: "saved" | "closed") => void;
}

/** The form of create and edit in its drawer, with the live preview beside it. */
export function SubscriptionFormDrawer(props: SubscriptionFormDrawerProps) {
  const { client } = useApi();
  const [origin] = useState(props.origin);
  const schema = useMemo(() => subscriptionFormSchema(origin), [origin]);
  const form = useForm<SubscriptionFormValues>({
    defaultValues: origin.values,
    resolver: zodResolver(schema),
    mode: "onTouched",
  });
  const { isDirty, isSubmitting } = form.formState;
  const [recipientDraft, setRecipientDraft] = useState("");
  const isUnsaved = isDirty || recipientDraft.trim() !== "";
  const guard = useUnsavedGuard(isUnsaved, true);
  const [submitError, setSubmitError] = useState<Problem | null>(null);
  const pending = { field: "recipients", text: recipientDraft };
  const kept = useKeptForm("delivery", form, pending, setSubmitError);
  const left = useLeftForm(kept);
  const isSending = useRef(false);
  const refusal = useScopeRefusal(WRITE_SCOPE);

  function leave(reason: "saved" | "closed") {
    guard.release();
    props.onLeave(reason);
  }

  /** A complaint about a field that can be seen stands there; any other one above the buttons. */
  function showFailure(error: unknown) {
    const complaint = fieldErrorOf(error);
    const field = complaint && formFieldOf(complaint.field, form.getValues());
    if (complaint && field) {
      form.setError(field, { type: "server", message: complaint.message }, { shouldFocus: true });
    } else {
      setSubmitError(describeFailure(client, error));
    }
  }

  const submit = form.handleSubmit(async (values) => {
    // Two quick clicks come before the first one has disabled the button.
    if (isSending.current) return;
    isSending.current = true;
    setSubmitError(null);
    const draft = kept.read();
    try {
      await props.save(values, origin);
      leave("saved");
    } catch (error) {
      if (!left.hasLeft()) return showFailure(error);
      left.tell({ title: props.failedTitle(error, values), problem: describeFailure(client, error), draft });
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
      submitRefusal={refusal && `${refusal} What you typed stays here, but cannot be saved with this key.`}
      dirty={isUnsaved}
      onSubmit={(event) => void submit(event)}
      onClose={() => leave("closed")}
      aside={<SubscriptionPreview control={form.control} origin={origin} />}
    >
      {props.remark}
      <SubscriptionFields form={form} origin={origin} onRecipientDraft={setRecipientDraft} />
    </FormDrawer>
  );
}
