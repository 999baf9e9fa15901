import { isOutcomeUnknown } from "@/api/errors";
import type { Subscription } from "@/api/subscriptions";
import { type Api, defineStore } from "@/data/backend/backend";
import { currentSendingRules } from "@/data/capabilities/capabilities";
import type { PlannedSubscriptionUpdate } from "@/data/changes/planned-change";
import { describeFailure } from "@/data/projects/projects";
import { deliveryWarning, sentDeliveries } from "@/data/subscriptions/save-effect-messages";
import { subscriptionMutations } from "@/data/subscriptions/subscription-mutations";
import { loadSubscriptionChanges, subscriptionTitle } from "@/data/subscriptions/subscriptions";
import type { UndoItem } from "@/data/undo/order-undo";
import type { ToastContent, Toasts } from "@/ui/feedback/toasts";
import type { Confirm } from "@/ui/overlay/confirm";

export interface UndoOffer {
  /** The original response object, which identifies the journal entry. A copy isn't recognized. */
  readonly updatedRecord: Subscription;
  /** Sends the undo. Rejects when the request fails. By default, updates the record. */
  readonly send?: (change: PlannedSubscriptionUpdate) => Promise<unknown>;
  readonly doneMessage: string;
  readonly failureMessage: (error: unknown) => string;
}

/** IDs of the toasts that offer Undo, by project and record. */
const getOffers = defineStore(() => new Map<string, string>());

export interface UndoContext {
  readonly api: Api;
  readonly toasts: Toasts;
  readonly confirm: Confirm;
}

/** Returns functions that show changes in toasts with Undo. Only a record's last toast has Undo. */
export function createSubscriptionUndo({ api, toasts, confirm }: UndoContext) {
  const offerKey = (id: number) => `${api.projectId} ${id}`;

  function withdrawOffer(id: number): void {
    const offers = getOffers(api);
    const toast = offers.get(offerKey(id));
    if (toast === undefined) return;
    offers.delete(offerKey(id));
    toasts.dismiss(toast);
  }

  /** Shows a toast, and removes the record's previous toast with Undo. */
  function show(id: number, content: ToastContent, undo?: UndoOffer, label = "Undo"): void {
    withdrawOffer(id);
    if (undo === undefined) {
      toasts.show(content);
      return;
    }
    const action = { label, onSelect: () => void runUndo(undo, content) };
    getOffers(api).set(offerKey(id), toasts.show({ ...content, action }));
  }

  /** After an unknown outcome, removes the Undo offer, because the record may have changed. */
  function handleFailure(id: number, error: unknown): void {
    if (isOutcomeUnknown(error)) withdrawOffer(id);
  }

  /**
   * Shows a failed change. If its outcome is unknown, reads the record, as the page does, and replaces the toast if the
   * change was applied.
   * @param appliedTitle title of the toast if the change was applied
   */
  async function reportFailure(
    id: number,
    error: unknown,
    { title, appliedTitle }: Readonly<Record<"title" | "appliedTitle", string>>,
  ): Promise<void> {
    handleFailure(id, error);
    if (describeFailure(api.client, error) === null) return;
    const toast = toasts.show(failureToast(title, error));
    if (!(await checkApplied(id, error))) return;
    toasts.dismiss(toast);
    toasts.show({ tone: "positive", title: appliedTitle });
  }

  function failureToast(title: string, error: unknown): ToastContent {
    const problem = describeFailure(api.client, error);
    return { tone: "danger", title, ...(problem && { detail: `${problem.title}. ${problem.detail}` }) };
  }

  async function checkApplied(id: number, error: unknown): Promise<boolean> {
    if (!isOutcomeUnknown(error)) return false;
    try {
      const { wasLastChangeApplied } = await import("@/data/reconcile/check-outcome");
      return await wasLastChangeApplied(api, id);
    } catch {
      return false;
    }
  }

  /**
   * Asks about deliveries that the toast with Undo doesn't announce, for example because the next delivery has become
   * overdue in the meantime.
   */
  async function confirmDeliveries(
    { before, body }: PlannedSubscriptionUpdate,
    shown: ToastContent,
  ): Promise<boolean> {
    const rules = currentSendingRules(api);
    const announced = String(shown.detail ?? "").toLowerCase();
    const isAnnounced = sentDeliveries(before, body, rules).every(({ text }) =>
      announced.includes(text.toLowerCase()),
    );
    if (isAnnounced) return true;
    return confirm({
      title: "Undo the change?",
      body: `${deliveryWarning(before, body, rules)} A sent delivery can't be recalled.`,
      confirmLabel: "Undo",
    });
  }

  function update({ key, before, body }: PlannedSubscriptionUpdate): Promise<unknown> {
    const options = subscriptionMutations.update(api);
    const mutation = api.queryClient.getMutationCache().build(api.queryClient, options);
    return mutation.execute({ id: before.id, body, before, origin: { undoes: key } });
  }

  async function runUndo(undo: UndoOffer, shown: ToastContent): Promise<void> {
    const { updatedRecord, send = update, doneMessage, failureMessage } = undo;
    let item: UndoItem | undefined;
    try {
      item = await planUndoItem(updatedRecord);
    } catch (error) {
      showFailure("Couldn't undo", error, undo);
      return;
    }
    const { change, current, state, error } = item ?? {};
    if (change?.kind === "change" && change.resource === "subscription") {
      const { before, body } = change;
      if (!(await confirmDeliveries(change, shown))) return;
      const detail = deliveryWarning(before, body, currentSendingRules(api));
      try {
        await send(change);
      } catch (failure) {
        showFailure(failureMessage(failure), failure, undo);
        if (!(await checkApplied(updatedRecord.id, failure))) return;
      }
      show(updatedRecord.id, {
        tone: "positive",
        title: doneMessage,
        ...(detail !== null && { detail }),
      });
    } else if (state === "after") {
      // An earlier attempt without a response had succeeded.
      show(updatedRecord.id, { tone: "positive", title: doneMessage });
    } else if (state === "neither" && current) {
      toasts.show({
        title: `Can't undo: “${subscriptionTitle(current).text}” has changed`,
        detail: "Undoing would overwrite the newer change.",
      });
    } else if (error !== undefined) {
      showFailure("Couldn't undo", error, undo);
    } else {
      const detail = change !== undefined && "why" in change ? change.why : "";
      toasts.show({ tone: "danger", title: "Couldn't undo", detail });
    }
  }

  /** Plans the undo. Rejects when the code doesn't load. */
  async function planUndoItem(updatedRecord: Subscription): Promise<UndoItem | undefined> {
    const [{ planUndo }, { journalEntryForResponse }] = await Promise.all([
      import("@/data/undo/plan-undo"),
      loadSubscriptionChanges(),
    ]);
    const entry = journalEntryForResponse(updatedRecord);
    const [item] = await planUndo(api, entry === undefined ? [] : [entry], { isPartOfChange: true });
    return item;
  }

  /** Shows the error and offers another attempt. A retry is safe, because each attempt checks the record first. */
  function showFailure(title: string, error: unknown, undo: UndoOffer): void {
    show(undo.updatedRecord.id, failureToast(title, error), undo, "Try again");
  }

  return { show, noteFailure: handleFailure, reportFailure, failureToast };
}
