import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useDeferredValue, useMemo, useState } from "react";
import { type Control, useWatch } from "react-hook-form";
import { getFieldError } from "@/api/errors";
import { parseWith } from "@/api/parsers";
import { type Subscription, type SubscriptionChange, subscription } from "@/api/subscriptions";
import { useApi, useMissingScopeMessage } from "@/data/backend/backend";
import type { SendingRules, SubscriptionCapabilities } from "@/data/capabilities/capabilities";
import {
  currentCapabilities,
  currentSendingRules,
  recordCapabilities,
  storeCapabilities,
  useSendingRules,
} from "@/data/capabilities/capabilities";
import { fieldLabel, formatFieldChange } from "@/data/changes/change-labels";
import { isSameValue } from "@/data/changes/compare-fields";
import type { StartedEdit } from "@/data/changes/merge-edit";
import { WRITE_ONLY_FIELD } from "@/data/journal/journal-entry";
import { describeFailure } from "@/data/projects/projects";
import { deliveryWarning, type Receivers, undoWarning } from "@/data/subscriptions/save-effect-messages";
import type { AskAboutConflicts, SavedEdit } from "@/data/subscriptions/subscription-changes";
import { changeFailureTitle, subscriptionMutations } from "@/data/subscriptions/subscription-mutations";
import { loadSubscriptionChanges, subscriptionTitle } from "@/data/subscriptions/subscriptions";
import { SUBSCRIPTION_WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import {
  createEditOrigin,
  restoreBaseline,
  type SubscriptionFormOrigin,
  type SubscriptionFormValues,
  subscriptionFormFieldFor,
} from "@/features/subscriptions/schema/subscription-form-values";
import { createSubscriptionFormSchema } from "@/features/subscriptions/schema/validate-subscription";
import type { UndoContext } from "@/features/subscriptions/undo/use-subscription-undo";
import { createSubscriptionUndo } from "@/features/subscriptions/undo/use-subscription-undo";
import { pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { FormDrawer, useResourceForm } from "@/ui/form/form-drawer";
import { ButtonWithDisabledReason } from "@/ui/primitives/link-button";
import { SubscriptionFields } from "./subscription-fields";
import { describeSaveEffects, SubscriptionPreview, sendNowLabel } from "./subscription-preview";

/** `canceled`: the user returned to the form. */
export type SaveResult = "saved" | "canceled";

export interface SaveOptions {
  readonly sendsNow: boolean;
}

interface SubscriptionFormDrawerProps {
  readonly title: string;
  /** Known server capabilities. More may be found while the form is open. */
  readonly capabilities: SubscriptionCapabilities;
  /** Initial values. Later changes are ignored, so that input isn't lost. */
  readonly origin: SubscriptionFormOrigin;
  readonly save: (
    values: SubscriptionFormValues,
    origin: SubscriptionFormOrigin,
    options: SaveOptions,
  ) => Promise<SaveResult>;
  /** Title of the toast when saving fails after the user has left the form. */
  readonly failedTitle: (error: unknown, values: SubscriptionFormValues) => string;
  readonly notice?: ReactNode;
  /** Called after saving, and on close. Must navigate to another page. */
  readonly onLeave: (reason: "saved" | "closed") => void;
}

/**
 * Maps a field to the capability that is proved when the server reports an error for the field.
 * Needed in an empty project, where no record has proved the capability yet.
 */
const LEARNED_CAPABILITIES = new Map<string, keyof SubscriptionCapabilities>([
  ["dashboard_export_insights", "hasInsightSelection"],
  ["integration_id", "hasSlackWorkspace"],
]);

const parseRecord = parseWith(subscription);

export function SubscriptionFormDrawer(props: SubscriptionFormDrawerProps) {
  const { capabilities } = props;
  const { acceptsSendTestNow } = capabilities;
  const { quietSaves } = useSendingRules();
  const rules = useMemo(() => ({ acceptsSendTestNow, quietSaves }), [acceptsSendTestNow, quietSaves]);
  const api = useApi();
  const [started, setOrigin] = useState(props.origin);
  const origin = useMemo(() => ({ ...started, capabilities }), [started, capabilities]);
  const schema = useMemo(() => createSubscriptionFormSchema(origin), [origin]);
  const { form, drawer, submit, setTypedTag } = useResourceForm<SubscriptionFormValues>({
    name: "delivery",
    defaultValues: origin.values,
    resolver: zodResolver(schema),
    tagsField: "recipients",
    baseline: {
      read: () => origin.record,
      restore(stored, changedFields) {
        const earlier = parseRecord(stored);
        if (origin.record === null || !earlier.ok || earlier.value.id !== origin.record.id) return null;
        const baseline = restoreBaseline(origin.record, earlier.value, changedFields);
        const restoredOrigin = createEditOrigin(baseline, origin.zone);
        setOrigin(restoredOrigin);
        return restoredOrigin.values;
      },
    },
    onLeave: props.onLeave,
  });
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);

  /** Shows a server error at its field. Returns false if the form doesn't show that field. */
  function showFieldError(error: unknown): boolean {
    const complaint = getFieldError(error);
    const field = complaint && subscriptionFormFieldFor(complaint, form.getValues(), origin);
    const learned = LEARNED_CAPABILITIES.get(complaint?.field ?? "");
    if (learned !== undefined) {
      storeCapabilities(api, [...new Set([...currentCapabilities(api), learned])]);
    }
    if (!complaint || !field) return false;
    form.setError(field, { type: "server", message: complaint.message }, { shouldFocus: true });
    return true;
  }

  const save = (options: SaveOptions) =>
    submit(async (values, isLeft) => {
      try {
        return await props.save(values, origin, options);
      } catch (error) {
        const title = props.failedTitle(error, values);
        if (!isLeft() && showFieldError(error)) return { title, problem: null };
        const problem =
          error instanceof SaveInterruption ? error.problem : describeFailure(api.client, error);
        return { title, problem };
      }
    });

  const saveProps = { control: form.control, origin, rules };
  const submitDisabledReason = refusal && `${refusal} Your input is kept.`;
  return (
    <FormDrawer
      title={props.title}
      submitLabel={<SaveLabel {...saveProps} />}
      secondaryAction={
        acceptsSendTestNow && (
          <SendNowButton
            {...saveProps}
            loading={drawer.loading}
            disabledReason={submitDisabledReason}
            onClick={() => save({ sendsNow: true })}
          />
        )
      }
      {...drawer}
      submitDisabledReason={submitDisabledReason}
      onSubmit={() => save({ sendsNow: false })}
      aside={<SubscriptionPreview {...saveProps} />}
    >
      {props.notice}
      <SubscriptionFields form={form} origin={origin} onRecipientDraftChange={setTypedTag} />
    </FormDrawer>
  );
}

interface SaveLabelProps {
  readonly control: Control<SubscriptionFormValues>;
  readonly origin: SubscriptionFormOrigin;
  readonly rules: SendingRules;
}

/** Returns who receives an immediate delivery, or null. Deferred, so that it never blocks typing. */
function useReceivers(props: SaveLabelProps, sendsNow: boolean): Receivers | null {
  const { control, origin, rules } = props;
  const watchedValues = useWatch({ control });
  const values = useDeferredValue(watchedValues);
  return useMemo(() => {
    const effects = describeSaveEffects({ ...origin.values, ...values }, origin, rules, sendsNow);
    return effects.find(({ sends }) => sends === true)?.receivers ?? null;
  }, [origin, values, rules, sendsNow]);
}

/** Shows the label of the primary button, with the number of people who get an email, if any. */
function SaveLabel(props: SaveLabelProps) {
  const receivers = useReceivers(props, false);
  const isNew = props.origin.record === null;
  const verb = isNew ? "Create" : "Save";
  // The secondary button sends if the server accepts `send_test_now`.
  if (props.rules.acceptsSendTestNow) return verb;
  if (receivers === null) return isNew ? "Create subscription" : "Save changes";
  if (receivers.channel === "email")
    return `${verb} and email ${pluralize(receivers.count, "person", "people")}`;
  return receivers.channel === "slack" ? `${verb} and post now` : sendNowLabel(isNew);
}

interface SendNowButtonProps extends SaveLabelProps {
  readonly loading: boolean;
  readonly disabledReason: string | undefined;
  readonly onClick: () => void;
}

/** Button that saves and delivers immediately. Hidden for an edit that causes no delivery. */
function SendNowButton({ loading, disabledReason, onClick, ...props }: SendNowButtonProps) {
  const receivers = useReceivers(props, true);
  const isNew = props.origin.record === null;
  if (receivers === null && !isNew) return null;
  return (
    <ButtonWithDisabledReason loading={loading} disabledReason={disabledReason} onClick={onClick}>
      {sendNowLabel(isNew)}
    </ButtonWithDisabledReason>
  );
}

/** Error for a save that wasn't sent because the user has to decide first. */
export class SaveInterruption extends Error {
  override readonly name = "SaveInterruption";

  constructor(readonly problem: Problem) {
    super(problem.title);
  }
}

interface SaveEditOptions {
  readonly sendsNow: boolean;
  readonly ask: AskAboutConflicts;
  /** Called after the server has accepted the edit. */
  readonly onSaved: (saved: SavedEdit) => void;
}

/**
 * Saves an edit after comparing it with the server's record, and shows a toast with Undo. Resolves with false when the
 * user returns to the form. Rejects like `Client.request` and `ask`.
 */
export async function saveEdit(
  context: UndoContext,
  started: StartedEdit,
  { sendsNow, ask, onSaved }: SaveEditOptions,
): Promise<boolean> {
  const { api } = context;
  const undo = createSubscriptionUndo(context);
  const { id } = started.base;
  const { resolveSubscriptionEdit } = await loadSubscriptionChanges();
  const edit = await resolveSubscriptionEdit(api, started, ask);
  if (edit === null) return false;
  const { current: before, body, hasMergedRecipients } = edit;
  if (Object.keys(body).length === 0) {
    undo.show(id, { title: `“${subscriptionTitle(before).text}” is already up to date` });
    return true;
  }
  const rules = currentSendingRules(api);
  const mutations = api.queryClient.getMutationCache();
  const update = mutations.build(api.queryClient, subscriptionMutations.update(api));
  const updatedRecord = await update.execute({ id, before, body, sendsNow }).catch((error: unknown) => {
    undo.noteFailure(id, error);
    throw error;
  });
  const details = [
    hasMergedRecipients && "Someone else also changed the recipients, so both changes were merged.",
    simultaneousSaveNote(before, body, updatedRecord),
    // The button announces the deliveries of other saves.
    recordCapabilities(before).acceptsSendTestNow && !sendsNow && deliveryWarning(before, body, rules),
    undoWarning(before, body, rules),
  ].filter(Boolean);
  const name = `“${subscriptionTitle(updatedRecord).text}”`;
  undo.show(
    id,
    { tone: "positive", title: `Saved ${name}`, ...(details.length > 0 && { detail: details.join(" ") }) },
    Object.keys(body).every((field) => field === WRITE_ONLY_FIELD || !(field in before))
      ? undefined
      : {
          updatedRecord,
          doneMessage: `Undid changes to ${name}`,
          failureMessage: (error) => changeFailureTitle(error, "the change", "undone"),
        },
  );
  onSaved({ before, body, record: updatedRecord });
  return true;
}

/** Whether the field has a label, so that a user has set it. Servers compute other fields. */
const isUserField = (field: string) => fieldLabel(field) !== field;

/**
 * Returns the note for a save that reached the server between the check of an edit and the edit. Null if the response
 * doesn't show one. The server no longer has values that the edit has overwritten.
 */
function simultaneousSaveNote(
  before: Subscription,
  body: SubscriptionChange,
  record: Subscription,
): string | null {
  const changes = Object.entries(record)
    .map(([field, after]) => ({ field, before: before[field], after }))
    .filter((change) => isUserField(change.field) && !(change.field in body))
    .filter((change) => !isSameValue(change.field, change.before, change.after));
  if (changes.length === 0) return null;
  const list = changes.map((change) => formatFieldChange(change)).join("; ");
  return `Someone else saved at the same time (${list}). If they also changed what you changed, your values replaced theirs.`;
}
