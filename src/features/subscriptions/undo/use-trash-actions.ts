import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import { describeFailure } from "@/data/client/describe-failure";
import { placesOf } from "@/data/subscriptions/subscription-collections";
import { type SubscriptionMove, subscriptionMutations } from "@/data/subscriptions/subscriptions";
import type { SubscriptionStep } from "@/data/undo/undo-plan";
import { failureTitle } from "@/features/subscriptions/model/change-outcome-messages";
import { titleOf } from "@/features/subscriptions/model/subscription-rules";
import { useToasts } from "@/ui/feedback/toasts";
import { useUndo } from "./use-subscription-undo";

/** Moves a record to the bin and back, at once and with an undo in the toast. Nothing is asked: it can be taken back. */
export function useSubscriptionMoves() {
  const api = useApi();
  const queries = useQueryClient();
  const toasts = useToasts();
  const undo = useUndo();
  const { mutateAsync } = useMutation(subscriptionMutations.setDeleted(api));

  /** The moved record; null when it failed. A row has no form to show a failure in, so the toast does. */
  async function move(change: SubscriptionMove, name: string): Promise<Subscription | null> {
    try {
      return await mutateAsync(change);
    } catch (error) {
      undo.noteFailure(change.id, error);
      const problem = describeFailure(api.client, error);
      if (problem === null) return null;
      toasts.show({
        tone: "danger",
        title: failureTitle(error, name, change.deleted ? "deleted" : "restored"),
        detail: `${problem.title}. ${problem.detail}`,
      });
      return null;
    }
  }

  /** The move that takes another one back. */
  function wayBack(left: Subscription, back: SubscriptionMove, name: string) {
    return {
      left,
      send: ({ entry }: SubscriptionStep) => mutateAsync({ ...back, undoes: entry.id }),
      done: back.deleted ? `${name} is in the bin` : `${name} is back`,
      failed: (error: unknown) => failureTitle(error, name, back.deleted ? "deleted" : "restored"),
    };
  }

  async function remove(record: Subscription) {
    const name = `“${titleOf(record).text}”`;
    const backTo = placesOf(queries, api, record.id);
    const left = await move({ id: record.id, deleted: true, before: record }, name);
    if (left === null) return;
    undo.show(
      record.id,
      { title: `Deleted ${name}`, detail: "It sends nothing any more, and stays in the bin." },
      wayBack(left, { id: record.id, deleted: false, before: left, backTo }, name),
    );
  }

  async function restore(record: Subscription) {
    const name = `“${titleOf(record).text}”`;
    const backTo = placesOf(queries, api, record.id);
    const left = await move({ id: record.id, deleted: false, before: record }, name);
    if (left === null) return;
    undo.show(
      record.id,
      { tone: "positive", title: `Restored ${name}` },
      wayBack(left, { id: record.id, deleted: true, before: left, backTo }, name),
    );
  }

  /** The undo of a creation. */
  function wayBackFromNew(record: Subscription) {
    return wayBack(record, { id: record.id, deleted: true, before: record }, `“${titleOf(record).text}”`);
  }

  return { remove, restore, wayBackFromNew };
}
