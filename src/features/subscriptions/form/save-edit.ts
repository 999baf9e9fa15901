import type { Subscription, SubscriptionChange } from "@/api/subscriptions";
import { currentSendingRules, recordCapabilities } from "@/data/capabilities/capabilities";
import { fieldLabel, formatFieldChange, isSameValue } from "@/data/changes/change-labels";
import type { StartedEdit } from "@/data/changes/merge-edit";
import { deliveryWarning, undoWarning } from "@/data/subscriptions/save-effect-messages";
import type { AskAboutConflicts, SavedEdit } from "@/data/subscriptions/subscription-changes";
import {
  type SubscriptionEdit,
  type SubscriptionRevert,
  subscriptionMutations,
} from "@/data/subscriptions/subscription-mutations";
import { loadSubscriptionChanges } from "@/data/subscriptions/subscriptions";
import { changeFailureTitle } from "@/features/subscriptions/model/change-outcome-messages";
import { subscriptionTitle } from "@/features/subscriptions/model/subscription-rules";
import { toInverseChange } from "@/features/subscriptions/schema/subscription-requests";
import {
  createSubscriptionUndo,
  type UndoContext,
} from "@/features/subscriptions/undo/use-subscription-undo";
import type { Problem } from "@/lib/text/problem";

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
  readonly onSaved?: (saved: SavedEdit) => void;
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
  const mutations = api.queryClient.getMutationCache();
  const update = (edit: SubscriptionEdit) =>
    mutations.build(api.queryClient, subscriptionMutations.update(api, id)).execute(edit);
  const revert = (change: SubscriptionRevert) =>
    mutations.build(api.queryClient, subscriptionMutations.revert(api)).execute(change);

  const { resolveSubscriptionEdit } = await loadSubscriptionChanges();
  const edit = await resolveSubscriptionEdit(api, started, ask);
  if (edit === null) return false;
  const { before, body, hasMergedRecipients } = edit;
  if (Object.keys(body).length === 0) {
    undo.show(id, { title: `“${subscriptionTitle(before).text}” is already up to date` });
    return true;
  }
  const rules = currentSendingRules(api);
  const updatedRecord = await update({ before, body, sendsNow }).catch((error: unknown) => {
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
    Object.keys(toInverseChange(before, body)).length === 0
      ? undefined
      : {
          updatedRecord,
          send: ({ body: inverse, before: current, entry }) =>
            revert({ id, body: inverse, before: current, undoes: entry.id }),
          doneMessage: `Undid changes to ${name}`,
          failureMessage: (error) => changeFailureTitle(error, "the change", "undone"),
        },
  );
  onSaved?.({ before, body, record: updatedRecord });
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
