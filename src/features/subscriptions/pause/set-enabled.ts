import type { Subscription } from "@/contract/subscriptions";
import { storeResumeDate } from "@/data/browser-storage/resume-dates";
import { readSourceNames } from "@/data/catalog/read-source-names";
import { describeFailure } from "@/data/client/describe-failure";
import { changeEffects, undoWarning } from "@/data/subscriptions/save-effect-messages";
import { type SubscriptionRevert, subscriptionMutations } from "@/data/subscriptions/subscription-mutations";
import { changeFailureTitle } from "@/features/subscriptions/model/change-outcome-messages";
import { getNextDelivery, subscriptionTitle } from "@/features/subscriptions/model/subscription-rules";
import {
  createSubscriptionUndo,
  type UndoContext,
} from "@/features/subscriptions/undo/use-subscription-undo";
import { formatInstant } from "@/lib/time/dates";
import type { Confirm } from "@/ui/overlay/confirm";

interface Context extends UndoContext {
  readonly confirm: Confirm;
}

/**
 * Pauses or resumes a record, and shows the result or the error in a toast. Asks for confirmation if resuming
 * sends a delivery.
 */
export async function setEnabled(context: Context, record: Subscription, isEnabled: boolean): Promise<void> {
  const { api, queryClient, toasts, confirm } = context;
  const undo = createSubscriptionUndo(context);
  const name = `“${subscriptionTitle(record, readSourceNames(queryClient, api)).text}”`;
  const participle = isEnabled ? "resumed" : "paused";
  const body = { enabled: isEnabled };
  const deliveries = changeEffects(record, body).filter(({ sends }) => sends === true);
  if (deliveries.length > 0) {
    const isConfirmed = await confirm({
      title: `Resume ${name}?`,
      body: `${deliveries.map(({ text }) => text).join(" ")} This can't be undone.`,
      confirmLabel: "Resume and send",
    });
    if (!isConfirmed) return;
  }
  const send = (revert: SubscriptionRevert) =>
    queryClient.getMutationCache().build(queryClient, subscriptionMutations.revert(api)).execute(revert);
  let updatedRecord: Subscription;
  try {
    updatedRecord = await send({ id: record.id, body, before: record });
  } catch (error) {
    undo.noteFailure(record.id, error);
    const problem = describeFailure(api.client, error);
    if (problem === null) return;
    toasts.show({
      tone: "danger",
      title: changeFailureTitle(error, name, participle),
      detail: `${problem.title}. ${problem.detail}`,
    });
    return;
  }
  if (isEnabled) storeResumeDate(api, [record.id], null);
  const next = getNextDelivery(updatedRecord);
  undo.show(
    record.id,
    {
      tone: "positive",
      title: isEnabled ? `Resumed ${name}` : `Paused ${name}`,
      detail: isEnabled
        ? `${deliveries.length > 0 ? "" : "Nothing was sent. "}${next === null ? "No deliveries are scheduled." : `Next delivery: ${formatInstant(next)}.`}`
        : (undoWarning(record, body) ?? "Nothing is sent until it's resumed."),
    },
    {
      updatedRecord,
      send: ({ before, body: inverse, entry }) =>
        send({ id: record.id, body: inverse, before, undoes: entry.id }),
      doneMessage: isEnabled ? `Paused ${name}` : `Resumed ${name}`,
      failureMessage: (error) => changeFailureTitle(error, name, isEnabled ? "paused" : "resumed"),
    },
  );
}
