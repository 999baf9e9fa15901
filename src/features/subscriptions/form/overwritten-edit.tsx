import { onBackendDisposed } from "@/data/bulk/bulk-job-store";
import { currentSendingRules } from "@/data/capabilities/capabilities";
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
import { lowerFirst } from "@/lib/text/lower-first";
import { sleep } from "@/lib/time/wait";
import { describeOverwrittenEdit, restoreEditLabel } from "./overwritten-edit-messages";
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
