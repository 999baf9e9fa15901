import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";
import { useApi } from "@/data/api-context";
import { describeFailure } from "@/data/describe-failure";
import { subscriptionQueries } from "@/data/subscriptions";
import { isOutcomeUnknown } from "@/data/write-outcome";
import type { ToastContent } from "@/ui/toast";
import { useToasts } from "@/ui/toasts";
import { titleOf } from "./subscription-rules";
import { isStillAsLeft } from "./undo-check";

/** The way back from a write. */
export interface Undo {
  /** The record as the write has left it. */
  readonly left: Subscription;
  /** The fields that go back, and what they go back to. */
  readonly change: SubscriptionChange;
  /** Writes them and shows its own failure; true when it worked. */
  readonly run: () => Promise<boolean>;
  /** What is said when it worked: “Sales” is back. */
  readonly done: string;
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
  function show(id: number, content: ToastContent, undo?: Undo): void {
    withdraw(id);
    if (undo === undefined) {
      toasts.show(content);
      return;
    }
    const action = { label: "Undo", onSelect: () => void takeBack(undo) };
    offersOf(queries).set(keyOf(id), toasts.show({ ...content, action }));
  }

  /** Keeps the older offer after a clear refusal only: else the record may have changed. */
  function noteFailure(id: number, error: unknown): void {
    if (isOutcomeUnknown(error)) withdraw(id);
  }

  async function takeBack({ left, change, run, done }: Undo): Promise<void> {
    try {
      const current = await fetchCurrent(left.id);
      if (!isStillAsLeft(current, left, change)) {
        toasts.show({
          title: `“${titleOf(current).text}” was changed meanwhile`,
          detail: "Undo would overwrite the newer change, so nothing was put back.",
        });
        return;
      }
    } catch (error) {
      const problem = describeFailure(api.client, error);
      if (problem === null) return;
      const detail = `${problem.title}. ${problem.detail}`;
      toasts.show({ tone: "danger", title: "Nothing was undone", detail });
      return;
    }
    if (await run()) show(left.id, { tone: "positive", title: done });
  }

  async function fetchCurrent(id: number): Promise<Subscription> {
    const query = subscriptionQueries.detail(api, id);
    // A request that is on its way may bring what stood before the write.
    await queries.cancelQueries({ queryKey: query.queryKey });
    return queries.fetchQuery({ ...query, staleTime: 0 });
  }

  return { show, noteFailure };
}
