import type { Subscription, SubscriptionChange } from "@/api/subscriptions";
import { onBackendDisposed } from "@/data/bulk/bulk-job-store";
import { currentSendingRules } from "@/data/capabilities/capabilities";
import { fieldLabel } from "@/data/changes/change-labels";
import { formatConflictSide, type MergedEdit } from "@/data/changes/merge-edit";
import { describeFailure } from "@/data/client/describe-failure";
import { deliveryWarning } from "@/data/subscriptions/save-effect-messages";
import type { CheckedEdit, SavedEdit } from "@/data/subscriptions/subscription-changes";
import { loadSubscriptionChanges } from "@/data/subscriptions/subscriptions";
import { changeFailureTitle } from "@/features/subscriptions/model/change-outcome-messages";
import { subscriptionTitle } from "@/features/subscriptions/model/subscription-rules";
import {
  createSubscriptionUndo,
  type UndoContext,
} from "@/features/subscriptions/undo/use-subscription-undo";
import { diffRecipients } from "@/lib/recipients/recipient-text";
import { splitRecipients } from "@/lib/recipients/recipients";
import { lowerFirst } from "@/lib/text/lower-first";
import { formatCount, formatList } from "@/lib/text/numbers";
import { sleep } from "@/lib/time/wait";
import { saveEdit } from "./save-edit";

/** A save that was checked before this one was applied reaches the server within this time, unless it is slow. */
const REREAD_DELAY_MS = 2_000;

/**
 * Reads a saved record again in the background, and shows a toast if someone else has saved over the edit, because the
 * check before a save can't see a save that arrives at the same time. Never rejects.
 */
export async function reportOverwrittenEdit(context: UndoContext, saved: SavedEdit): Promise<void> {
  const { api, queryClient } = context;
  const abort = new AbortController();
  const unsubscribe = onBackendDisposed(queryClient, () => abort.abort());
  try {
    await sleep(REREAD_DELAY_MS, abort.signal);
    const { findOverwrittenEdit } = await loadSubscriptionChanges();
    const overwritten = await findOverwrittenEdit(queryClient, api, saved, abort.signal);
    if (overwritten !== null) showOverwrittenEdit(context, overwritten);
  } catch {
    // The save has succeeded. Only the check afterwards has failed.
  } finally {
    unsubscribe();
  }
}

function showOverwrittenEdit(context: UndoContext, overwritten: CheckedEdit): void {
  const { api, queryClient } = context;
  const { current, conflicts, body } = overwritten;
  const mine = Object.assign({ ...body }, ...conflicts.map((conflict) => conflict.mine));
  const warning = deliveryWarning(current, mine, currentSendingRules(queryClient, api));
  const label = restoreEditLabel(overwritten);
  const lines = describeOverwrittenEdit(current, overwritten);
  // Replaces the toast with Undo, because the saved values are gone.
  createSubscriptionUndo(context).show(current.id, {
    title: `Someone else changed “${subscriptionTitle(current).text}” right after your save`,
    detail: [...lines, ...(warning === null ? [] : [`If you choose “${label}”, ${lowerFirst(warning)}`])].map(
      (line) => <p key={line}>{line}</p>,
    ),
    durationMs: Number.POSITIVE_INFINITY,
    action: { label, onSelect: () => void saveAgain(context, { base: current, body: mine }) },
  });
}

async function saveAgain(context: UndoContext, edit: Parameters<typeof saveEdit>[1]): Promise<void> {
  try {
    await saveEdit(context, edit, {
      sendsNow: false,
      async ask(checked) {
        // The record has changed again since the toast was shown.
        showOverwrittenEdit(context, checked);
        return null;
      },
      onSaved: (saved) => void reportOverwrittenEdit(context, saved),
    });
  } catch (error) {
    const problem = describeFailure(context.api.client, error);
    context.toasts.show({
      tone: "danger",
      title: changeFailureTitle(error, `“${subscriptionTitle(edit.base).text}”`, "saved"),
      ...(problem !== null && { detail: `${problem.title}. ${problem.detail}` }),
    });
  }
}

const MAX_SHOWN_RECIPIENTS = 5;

/** Returns the recipients on the server, and the differences that a merge makes to them. */
function describeRecipients(current: Subscription, merged: string): readonly string[] {
  const { added, removed } = diffRecipients(current.target_value, merged);
  const theirs = splitRecipients(current.target_value).map((part) => part.trim());
  const hidden = theirs.length - MAX_SHOWN_RECIPIENTS;
  const shown = theirs.slice(0, MAX_SHOWN_RECIPIENTS);
  const mine = [...added.map((part) => `+ ${part.trim()}`), ...removed.map((part) => `− ${part.trim()}`)];
  return [
    `Recipients (theirs): ${formatList(hidden > 0 ? [...shown, `${formatCount(hidden)} more`] : shown)}`,
    `Recipients (yours): ${mine.join(", ") || merged}`,
  ];
}

/** Describes the values of an edit that someone else has overwritten, one value per line. */
function describeOverwrittenEdit(current: Subscription, { body, conflicts }: MergedEdit): readonly string[] {
  const sides = (label: string, theirs: SubscriptionChange, mine: SubscriptionChange) => [
    `${label} (theirs): ${formatConflictSide(theirs)}`,
    `${label} (yours): ${formatConflictSide(mine)}`,
  ];
  return [
    ...conflicts.flatMap(({ label, theirs, mine }) => sides(label, theirs, mine)),
    ...Object.entries(body).flatMap(([field, mine]) =>
      field === "target_value" && current.target_type === "email"
        ? describeRecipients(current, String(mine))
        : sides(fieldLabel(field), { [field]: current[field] }, { [field]: mine }),
    ),
  ];
}

/** Returns the label of the button that saves an overwritten edit again. */
function restoreEditLabel({ body, conflicts, hasMergedRecipients }: MergedEdit): string {
  const isMerge = hasMergedRecipients && conflicts.length === 0 && Object.keys(body).length === 1;
  return isMerge ? "Merge" : "Use mine";
}
