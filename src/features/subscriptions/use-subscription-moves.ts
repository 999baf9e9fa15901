import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/api-context";
import { placesOf } from "@/data/subscription-cache";
import { type SubscriptionMove, subscriptionMutations, subscriptionQueries } from "@/data/subscriptions";
import { describeError } from "@/http/describe-error";
import { useToasts } from "@/ui/toasts";
import { titleOf } from "./subscription-rules";

/** Moves a record to the bin and back, at once and with an undo in the toast. Nothing is asked: it can be taken back. */
export function useSubscriptionMoves() {
  const api = useApi();
  const queries = useQueryClient();
  const toasts = useToasts();
  const { mutateAsync } = useMutation(subscriptionMutations.setDeleted(api));

  /** Shows what happened; true when it worked. A row has no form to show a failure in, so the toast does. */
  async function move(change: SubscriptionMove, failure: string): Promise<boolean> {
    try {
      await mutateAsync(change);
      return true;
    } catch (error) {
      const problem = describeError(error);
      toasts.show({ tone: "danger", title: failure, detail: `${problem.title}. ${problem.detail}` });
      return false;
    }
  }

  async function remove(record: Subscription) {
    const { text } = titleOf(record);
    const backTo = placesOf(queries, subscriptionQueries.lists(api), record.id);
    const isDone = await move({ id: record.id, deleted: true }, `“${text}” was not deleted`);
    if (!isDone) return;
    toasts.show({
      title: `Deleted “${text}”`,
      detail: "It sends nothing any more, and stays in the bin.",
      action: {
        label: "Undo",
        onSelect: () => void move({ id: record.id, deleted: false, backTo }, `“${text}” was not restored`),
      },
    });
  }

  async function restore(record: Subscription) {
    const { text } = titleOf(record);
    const backTo = placesOf(queries, subscriptionQueries.lists(api), record.id);
    const isDone = await move({ id: record.id, deleted: false }, `“${text}” was not restored`);
    if (!isDone) return;
    toasts.show({
      tone: "positive",
      title: `Restored “${text}”`,
      action: {
        label: "Undo",
        onSelect: () => void move({ id: record.id, deleted: true, backTo }, `“${text}” was not deleted`),
      },
    });
  }

  /** Undoes a creation: the toast that offered it was the announcement. */
  async function takeBack(record: Subscription) {
    await move({ id: record.id, deleted: true }, `“${titleOf(record).text}” was not deleted`);
  }

  return { remove, restore, takeBack };
}
