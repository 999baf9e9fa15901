import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import { describeFailure } from "@/data/client/describe-failure";
import { isOutcomeUnknown } from "@/data/journal/unknown-outcome";
import { loadWrites } from "@/data/subscriptions/subscriptions";
import type { SubscriptionStep, UndoPlanItem } from "@/data/undo/undo-plan";
import { titleOf } from "@/features/subscriptions/model/subscription-rules";
import type { ToastContent } from "@/ui/feedback/toast";
import { useToasts } from "@/ui/feedback/toasts";

/** The way back from a write. */
export interface Undo {
  /** The record as the write has left it: the very object that was its answer. */
  readonly left: Subscription;
  /** Sends what the journal has planned. Rejects as the request. */
  readonly send: (step: SubscriptionStep) => Promise<unknown>;
  /** What is said when it worked: “Sales” is back. */
  readonly done: string;
  /** What is said when it did not: “Sales” was not restored. */
  readonly failed: (error: unknown) => string;
}

/** Toasts that offer an undo now, by the key of their record. One backend has one query client. */
const OFFERS = new WeakMap<QueryClient, Map<string, string>>();

function offersOf(queries: QueryClient): Map<string, string> {
  const offers = OFFERS.get(queries) ?? new Map<string, string>();
  OFFERS.set(queries, offers);
  return offers;
}

/** Says what was written and offers the way back: of every record only from its last write, and never over a newer one. */
export function useUndo() {
  const api = useApi();
  const queries = useQueryClient();
  const toasts = useToasts();
  const keyOf = (id: number) => `${api.projectId} ${id}`;

  function withdraw(id: number): void {
    const offers = offersOf(queries);
    const toast = offers.get(keyOf(id));
    if (toast === undefined) return;
    offers.delete(keyOf(id));
    toasts.dismiss(toast);
  }

  /** Shows what a write has done. Without an undo there is no way back, and an older one goes as well. */
  function show(id: number, content: ToastContent, undo?: Undo, label = "Undo"): void {
    withdraw(id);
    if (undo === undefined) {
      toasts.show(content);
      return;
    }
    const action = { label, onSelect: () => void takeBack(undo) };
    offersOf(queries).set(keyOf(id), toasts.show({ ...content, action }));
  }

  /** Keeps the older offer after a clear refusal only: else the record may have changed. */
  function noteFailure(id: number, error: unknown): void {
    if (isOutcomeUnknown(error)) withdraw(id);
  }

  async function takeBack(undo: Undo): Promise<void> {
    const { left, send, done, failed } = undo;
    let item: UndoPlanItem | undefined;
    try {
      item = await plan(left);
    } catch (error) {
      sayFailure("Nothing was undone", error, undo);
      return;
    }
    if (item?.kind === "step" && item.step.resource === "subscription") {
      try {
        await send(item.step);
      } catch (error) {
        sayFailure(failed(error), error, undo);
        return;
      }
      show(left.id, { tone: "positive", title: done });
    } else if (item?.kind === "refused" && item.isBack) {
      // An earlier try that had no answer was done.
      show(left.id, { tone: "positive", title: done });
    } else if (item?.kind === "refused" && item.refusal === "changed" && item.current) {
      toasts.show({
        title: `“${titleOf(item.current).text}” was changed meanwhile`,
        detail: "Undo would overwrite the newer change, so nothing was put back.",
      });
    } else if (item?.kind === "refused" && item.error !== undefined) {
      sayFailure("Nothing was undone", item.error, undo);
    } else {
      toasts.show({
        tone: "danger",
        title: "Nothing was undone",
        detail: item?.kind === "refused" ? item.why : "",
      });
    }
  }

  /** What undoing the write would send, or why it is refused, as the journal tells it. Rejects when its code does not come. */
  async function plan(left: Subscription): Promise<UndoPlanItem | undefined> {
    const [{ planUndo }, { entryOfAnswer }] = await Promise.all([
      import("@/data/undo/journal-undo"),
      loadWrites(),
    ]);
    const entry = entryOfAnswer(left);
    const [item] = await planUndo(queries, api, entry === undefined ? [] : [entry]);
    return item;
  }

  /** The way back stays: each try looks first, so that nothing is taken back twice. */
  function sayFailure(title: string, error: unknown, undo: Undo): void {
    const problem = describeFailure(api.client, error);
    if (problem === null) return;
    const detail = `${problem.title}. ${problem.detail}`;
    show(undo.left.id, { tone: "danger", title, detail }, undo, "Try again");
  }

  return { show, noteFailure };
}
