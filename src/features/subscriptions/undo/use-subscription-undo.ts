import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { Subscription } from "@/contract/subscriptions";
import { type Api, useApi } from "@/data/client/api-context";
import { describeFailure } from "@/data/client/describe-failure";
import { isOutcomeUnknown } from "@/data/journal/unknown-outcome";
import { loadSubscriptionChanges } from "@/data/subscriptions/subscriptions";
import type { SubscriptionStep, UndoPlanItem } from "@/data/undo/undo-plan";
import { subscriptionTitle } from "@/features/subscriptions/model/subscription-rules";
import type { ToastContent } from "@/ui/feedback/toast";
import { type Toasts, useToasts } from "@/ui/feedback/toasts";

export interface UndoOffer {
  /** The original response object, which identifies the journal entry. A copy isn't recognized. */
  readonly updatedRecord: Subscription;
  /** Sends the undo. Rejects when the request fails. */
  readonly send: (step: SubscriptionStep) => Promise<unknown>;
  readonly doneMessage: string;
  readonly failureMessage: (error: unknown) => string;
}

/** IDs of the toasts that offer Undo, by project and record. */
const OFFER_STORES = new WeakMap<QueryClient, Map<string, string>>();

function getOffers(queryClient: QueryClient): Map<string, string> {
  const offers = OFFER_STORES.get(queryClient) ?? new Map<string, string>();
  OFFER_STORES.set(queryClient, offers);
  return offers;
}

export interface UndoContext {
  readonly api: Api;
  readonly queryClient: QueryClient;
  readonly toasts: Toasts;
}

/** Returns functions that show changes in toasts with Undo. Only a record's last toast has Undo. */
export function useSubscriptionUndo() {
  return createSubscriptionUndo({ api: useApi(), queryClient: useQueryClient(), toasts: useToasts() });
}

/** Returns the functions of `useSubscriptionUndo`, for use outside components. */
export function createSubscriptionUndo({ api, queryClient, toasts }: UndoContext) {
  const offerKey = (id: number) => `${api.projectId} ${id}`;

  function withdrawOffer(id: number): void {
    const offers = getOffers(queryClient);
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
    const action = { label, onSelect: () => void runUndo(undo) };
    getOffers(queryClient).set(offerKey(id), toasts.show({ ...content, action }));
  }

  /** After an unknown outcome, removes the Undo offer, because the record may have changed. */
  function handleFailure(id: number, error: unknown): void {
    if (isOutcomeUnknown(error)) withdrawOffer(id);
  }

  async function runUndo(undo: UndoOffer): Promise<void> {
    const { updatedRecord, send, doneMessage, failureMessage } = undo;
    let item: UndoPlanItem | undefined;
    try {
      item = await planUndoItem(updatedRecord);
    } catch (error) {
      showFailure("Couldn't undo", error, undo);
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
      // An earlier attempt without a response had succeeded.
      show(updatedRecord.id, { tone: "positive", title: doneMessage });
    } else if (item?.kind === "refused" && item.refusal === "changed" && item.current) {
      toasts.show({
        title: `Can't undo: “${subscriptionTitle(item.current).text}” has changed`,
        detail: "Undoing would overwrite the newer change.",
      });
    } else if (item?.kind === "refused" && item.error !== undefined) {
      showFailure("Couldn't undo", item.error, undo);
    } else {
      toasts.show({
        tone: "danger",
        title: "Couldn't undo",
        detail: item?.kind === "refused" ? item.why : "",
      });
    }
  }

  /** Plans the undo. Rejects when the code doesn't load. */
  async function planUndoItem(updatedRecord: Subscription): Promise<UndoPlanItem | undefined> {
    const [{ planUndo }, { journalEntryForResponse }] = await Promise.all([
      import("@/data/undo/journal-undo"),
      loadSubscriptionChanges(),
    ]);
    const entry = journalEntryForResponse(updatedRecord);
    const [item] = await planUndo(queryClient, api, entry === undefined ? [] : [entry], {
      isPartOfChange: true,
    });
    return item;
  }

  /** Shows the error and offers another attempt. A retry is safe, because each attempt checks the record first. */
  function showFailure(title: string, error: unknown, undo: UndoOffer): void {
    const problem = describeFailure(api.client, error);
    const detail = problem && `${problem.title}. ${problem.detail}`;
    const content = { tone: "danger", title, ...(detail !== null && { detail }) } as const;
    show(undo.updatedRecord.id, content, undo, "Try again");
  }

  return { show, noteFailure: handleFailure };
}
