import type { Subscription } from "@/api/subscriptions";
import { storeResumeDate } from "@/data/browser-storage/project-settings";
import { currentSendingRules } from "@/data/capabilities/capabilities";
import { readSourceNames } from "@/data/catalog/source-names";
import { conflictMessage } from "@/data/changes/compare-fields";
import {
  deliveryWarning,
  overdueDeliveryMessage,
  sentDeliveries,
  undoWarning,
} from "@/data/subscriptions/save-effect-messages";
import {
  alreadyChangedMessage,
  changeFailureTitle,
  subscriptionMutations,
} from "@/data/subscriptions/subscription-mutations";
import { loadSubscriptionChanges, subscriptionTitle } from "@/data/subscriptions/subscriptions";
import { getNextDelivery } from "@/features/subscriptions/model/subscription-rules";
import type { UndoContext } from "@/features/subscriptions/undo/use-subscription-undo";
import { createSubscriptionUndo } from "@/features/subscriptions/undo/use-subscription-undo";
import { formatInstant } from "@/lib/time/dates";

/**
 * Pauses or resumes a record. Shows the result or error in a toast. Sends nothing if someone else
 * has already made the change. Asks for confirmation if resuming sends or may send a delivery.
 */
export async function setEnabled(
  context: UndoContext,
  record: Subscription,
  isEnabled: boolean,
): Promise<void> {
  const { api, toasts, confirm } = context;
  const undo = createSubscriptionUndo(context);
  const name = `“${subscriptionTitle(record, readSourceNames(api)).text}”`;
  const participle = isEnabled ? "resumed" : "paused";
  const body = { enabled: isEnabled };

  /**
   * Rereads the record until the user has confirmed the deliveries that resuming would send.
   * Resolves with null if the user cancels.
   */
  async function check() {
    const { checkSubscriptionEdit } = await loadSubscriptionChanges();
    let agreed: string | null = null;
    while (true) {
      const checked = await checkSubscriptionEdit(api, record, body);
      const rules = currentSendingRules(api);
      const warning = deliveryWarning(checked.current, checked.body, rules);
      const isCertain = sentDeliveries(checked.current, checked.body, rules).some(
        ({ sends }) => sends === true,
      );
      if (checked.conflicts.length > 0 || warning === agreed) return { ...checked, warning };
      const isConfirmed = await confirm({
        title: `Resume ${name}?`,
        body: `${warning} A sent delivery can't be recalled.`,
        confirmLabel: isCertain ? "Resume and send" : "Resume",
      });
      if (!isConfirmed) return null;
      agreed = warning;
    }
  }

  let current: Subscription;
  let warning: string | null;
  let updatedRecord: Subscription;
  try {
    const checked = await check();
    if (checked === null) return;
    ({ current, warning } = checked);
    const [theirs] = checked.conflicts.flatMap((conflict) => Object.entries(conflict.theirs));
    if (theirs !== undefined) {
      const detail = conflictMessage(...theirs);
      toasts.show({ tone: "danger", title: `${name} wasn't ${participle}`, detail });
      return;
    }
    if (Object.keys(checked.body).length === 0) {
      if (isEnabled) storeResumeDate(api, [record.id], null);
      toasts.show(alreadyChangedMessage(name, participle));
      return;
    }
    const mutations = api.queryClient.getMutationCache();
    updatedRecord = await mutations
      .build(api.queryClient, subscriptionMutations.update(api))
      .execute({ id: record.id, body, before: current });
  } catch (error) {
    return undo.reportFailure(record.id, error, {
      title: changeFailureTitle(error, name, participle),
      appliedTitle: isEnabled ? `Resumed ${name}` : `Paused ${name}`,
    });
  }
  // An earlier reminder doesn't apply to another pause.
  storeResumeDate(api, [record.id], null);
  const next = getNextDelivery(updatedRecord, new Date());
  const resumedDetails = [
    warning ?? "Nothing was sent.",
    overdueDeliveryMessage(updatedRecord) ??
      (updatedRecord.next_delivery_date === null
        ? "No deliveries are scheduled."
        : next && `Next delivery: ${formatInstant(next)}.`),
  ].filter(Boolean);
  undo.show(
    record.id,
    {
      tone: "positive",
      title: isEnabled ? `Resumed ${name}` : `Paused ${name}`,
      detail: isEnabled
        ? resumedDetails.join(" ")
        : (undoWarning(current, body, currentSendingRules(api)) ?? "Nothing is sent until it's resumed."),
    },
    {
      updatedRecord,
      doneMessage: isEnabled ? `Paused ${name}` : `Resumed ${name}`,
      failureMessage: (error) => changeFailureTitle(error, name, isEnabled ? "paused" : "resumed"),
    },
  );
}
