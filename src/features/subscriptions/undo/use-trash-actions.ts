import type { Subscription } from "@/api/subscriptions";
import { useApi } from "@/data/backend/backend";
import { currentSendingRules } from "@/data/capabilities/capabilities";
import { readSourceNames } from "@/data/catalog/source-names";
import type { PlannedSubscriptionUpdate } from "@/data/changes/planned-change";
import { deliveryWarning, undoWarning } from "@/data/subscriptions/save-effect-messages";
import type { MoveResult } from "@/data/subscriptions/subscription-changes";
import {
  alreadyChangedMessage,
  changeFailureTitle,
  positionsOf,
  type SubscriptionMove,
  subscriptionMutations,
} from "@/data/subscriptions/subscription-mutations";
import { subscriptionTitle } from "@/data/subscriptions/subscriptions";
import { type ToastContent, toasts } from "@/ui/feedback/toasts";
import { useConfirm } from "@/ui/overlay/confirm";
import { createSubscriptionUndo, type UndoContext } from "./use-subscription-undo";

/**
 * Returns functions that move a record to Trash and restore it, and show a toast with Undo.
 * Restoring asks for confirmation if it sends or may send a delivery.
 */
export function useTrashActions() {
  return createTrashActions({ api: useApi(), toasts, confirm: useConfirm() });
}

/** Returns the functions of `useTrashActions`, for use outside components. */
export function createTrashActions(context: UndoContext) {
  const { api, confirm } = context;
  const undo = createSubscriptionUndo(context);

  function mutateAsync(move: SubscriptionMove): Promise<MoveResult> {
    const options = subscriptionMutations.setDeleted(api);
    return api.queryClient.getMutationCache().build(api.queryClient, options).execute(move);
  }

  /**
   * Moves a record and resolves with it. If the request failed or someone else has already moved the record, shows a
   * toast and resolves with null.
   */
  async function sendMove(change: SubscriptionMove, name: string): Promise<Subscription | null> {
    const participle = change.deleted ? "deleted" : "restored";
    try {
      const { record, isSent } = await mutateAsync(change);
      if (isSent) return record;
      context.toasts.show(alreadyChangedMessage(name, participle));
      return null;
    } catch (error) {
      await undo.reportFailure(change.id, error, {
        title: changeFailureTitle(error, name, participle),
        appliedTitle: change.deleted ? `Deleted ${name}` : `Restored ${name}`,
      });
      return null;
    }
  }

  function createUndo(updatedRecord: Subscription, inverseMove: SubscriptionMove, name: string) {
    return {
      updatedRecord,
      send: ({ key, before }: PlannedSubscriptionUpdate) =>
        mutateAsync({ ...inverseMove, before, undoes: key }),
      doneMessage: inverseMove.deleted ? `Moved ${name} to Trash` : `Restored ${name}`,
      failureMessage: (error: unknown) =>
        changeFailureTitle(error, name, inverseMove.deleted ? "deleted" : "restored"),
    };
  }

  async function moveToTrash(record: Subscription) {
    const name = `“${subscriptionTitle(record, readSourceNames(api)).text}”`;
    const previousPositions = positionsOf(api, record.id);
    const updatedRecord = await sendMove({ id: record.id, deleted: true }, name);
    if (updatedRecord === null) return;
    const before = { ...updatedRecord, deleted: false };
    const warning = undoWarning(before, { deleted: true }, currentSendingRules(api));
    const detail = `Moved to Trash. It won't send scheduled deliveries.${warning === null ? "" : ` ${warning}`}`;
    undo.show(
      record.id,
      { title: `Deleted ${name}`, detail },
      createUndo(updatedRecord, { id: record.id, deleted: false, restoreTo: previousPositions }, name),
    );
  }

  async function restore(record: Subscription) {
    const name = `“${subscriptionTitle(record, readSourceNames(api)).text}”`;
    const describeDeliveries = (before: Subscription) =>
      deliveryWarning(before, { deleted: false }, currentSendingRules(api));
    const warning = describeDeliveries(record);
    const isConfirmed =
      warning === null ||
      (await confirm({
        title: `Restore ${name}?`,
        body: `${warning} A sent delivery can't be recalled.`,
        confirmLabel: "Restore",
      }));
    if (!isConfirmed) return;
    const previousPositions = positionsOf(api, record.id);
    const updatedRecord = await sendMove({ id: record.id, deleted: false }, name);
    if (updatedRecord === null) return;
    const detail = describeDeliveries({ ...updatedRecord, deleted: true });
    undo.show(
      record.id,
      { tone: "positive", title: `Restored ${name}`, ...(detail !== null && { detail }) },
      createUndo(updatedRecord, { id: record.id, deleted: true, restoreTo: previousPositions }, name),
    );
  }

  /** Shows a toast whose Undo moves a new record to Trash. */
  function showCreation(record: Subscription, content: ToastContent) {
    const name = `“${subscriptionTitle(record, readSourceNames(api)).text}”`;
    undo.show(record.id, content, createUndo(record, { id: record.id, deleted: true }, name));
  }

  return { remove: moveToTrash, restore, showCreation };
}
