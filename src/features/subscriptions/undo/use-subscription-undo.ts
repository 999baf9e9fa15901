import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import { describeFailure } from "@/data/client/describe-failure";
import { isOutcomeUnknown } from "@/data/journal/unknown-outcome";
import { loadSubscriptionChanges } from "@/data/subscriptions/subscriptions";
import type { SubscriptionStep, UndoPlanItem } from "@/data/undo/undo-plan";
import { subscriptionTitle } from "@/features/subscriptions/model/subscription-rules";
import type { ToastContent } from "@/ui/feedback/toast";
import { useToasts } from "@/ui/feedback/toasts";

/** The way back from a write. */
export interface UndoOffer {
  /** The record as the write has left it: the very object that was its answer. */
  readonly updatedRecord: Subscription;
  /** Sends what the journal has planned. Rejects as the request. */
  readonly send: (step: SubscriptionStep) => Promise<unknown>;
  /** What is said when it worked: “Sales” is back. */
  readonly doneMessage: string;
  /** What is said when it did not: “Sales” was not restored. */
  readonly failureMessage: (error: unknown) => string;
}

/** Toasts that offer an undo now, by the key of their record. One backend has one query client. */
const OFFER_STORES = new WeakMap<QueryClient, Map<string, string>>();

function getOffers(queryClient: QueryClient): Map<string, string> {
  const offers = OFFER_STORES.get(queryClient) ?? new Map<string, string>();
  OFFER_STORES.set(queryClient, offers);
  return offers;
}

/** Says what was written and offers the way back: of every record only from its last write, and never over a newer one. */
export function useSubscriptionUndo() {
  const api = useApi();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const offerKey = (id: number) => `${api.projectId} ${id}`;

  function withdrawOffer(id: number): void {
    const offers = getOffers(queryClient);
    const toast = offers.get(offerKey(id));
    if (toast === undefined) return;
    offers.delete(offerKey(id));
    toasts.dismiss(toast);
  }

  /** Shows what a write has done. Without an undo there is no way back, and an older one goes as well. */
  function show(id: number, content: ToastContent, undo?: UndoOffer, label = "Undo"): void {
    withdrawOffer(id);
    if (undo === undefined) {
      toasts.show(content);
      return;
    }
    const action = { label, onSelect: () => void runUndo(undo) };
    getOffers(queryClient).set(offerKey(id), toasts.show({ ...content, action }));
  }

  /** Keeps the older offer after a clear refusal only: else the record may have changed. */
  function handleFailure(id: number, error: unknown): void {
    if (isOutcomeUnknown(error)) withdrawOffer(id);
  }

  async function runUndo(undo: UndoOffer): Promise<void> {
    const { updatedRecord, send, doneMessage, failureMessage } = undo;
    let item: UndoPlanItem | undefined;
    try {
      item = await planUndoItem(updatedRecord);
    } catch (error) {
      showFailure("Nothing was undone", error, undo);
      return;
    }
    if (item?.kind === "step" && item.step.resource === "subscription") {
      try {
        await send(item.step);
      } catch (error) {
        showFailure(failureMessage(error), error, undo);
        return;
      }
      show(updatedRecord.id, { tone: "positive", title: doneMessage });
    } else if (item?.kind === "refused" && item.isAlreadyUndone) {
      // An earlier try that had no answer was done.
      show(updatedRecord.id, { tone: "positive", title: doneMessage });
    } else if (item?.kind === "refused" && item.refusal === "changed" && item.current) {
      toasts.show({
        title: `“${subscriptionTitle(item.current).text}” was changed meanwhile`,
        detail: "Undo would overwrite the newer change, so nothing was put back.",
      });
    } else if (item?.kind === "refused" && item.error !== undefined) {
      showFailure("Nothing was undone", item.error, undo);
    } else {
      toasts.show({
        tone: "danger",
        title: "Nothing was undone",
        detail: item?.kind === "refused" ? item.why : "",
      });
    }
  }

  /** What undoing the write would send, or why it is refused, as the journal tells it. Rejects when its code does not come. */
  async function planUndoItem(updatedRecord: Subscription): Promise<UndoPlanItem | undefined> {
    const [{ planUndo }, { journalEntryForResponse: entryOfAnswer }] = await Promise.all([
      import("@/data/undo/journal-undo"),
      loadSubscriptionChanges(),
    ]);
    const entry = entryOfAnswer(updatedRecord);
    const [item] = await planUndo(queryClient, api, entry === undefined ? [] : [entry]);
    return item;
  }

  /** The way back stays: each try looks first, so that nothing is taken back twice. */
  function showFailure(title: string, error: unknown, undo: UndoOffer): void {
    const problem = describeFailure(api.client, error);
    if (problem === null) return;
    const detail = `${problem.title}. ${problem.detail}`;
    show(undo.updatedRecord.id, { tone: "danger", title, detail }, undo, "Try again");
  }

  return { show, noteFailure: handleFailure };
}
