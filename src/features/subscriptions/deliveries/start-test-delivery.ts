import { HttpError, isOutcomeUnknown } from "@/api/errors";
import type { Subscription } from "@/api/subscriptions";
import type { Api } from "@/data/backend/backend";
import { readSourceNames } from "@/data/catalog/source-names";
import { describeFailure } from "@/data/projects/projects";
import { testDeliveryMutation } from "@/data/subscriptions/deliveries";
import { subscriptionTitle } from "@/data/subscriptions/subscriptions";
import type { Problem } from "@/lib/text/problem";
import type { Toasts } from "@/ui/feedback/toasts";
import type { Confirm } from "@/ui/overlay/confirm";
import { testDeliveryConflict, testDeliveryQuestion, unconfirmedTestDelivery } from "./delivery-messages";

interface Context {
  readonly api: Api;
  readonly toasts: Toasts;
  readonly confirm: Confirm;
}

function describeTestFailure(api: Api, error: unknown): Problem | null {
  if (error instanceof HttpError && error.status === 409) return testDeliveryConflict(error.detail);
  const problem = describeFailure(api.client, error);
  return problem !== null && isOutcomeUnknown(error) ? unconfirmedTestDelivery(problem.title) : problem;
}

/** Asks for confirmation, then sends a test delivery to all recipients. The dialog shows errors. */
export async function startTestDelivery(context: Context, record: Subscription): Promise<void> {
  const { api, toasts, confirm } = context;
  const title = subscriptionTitle(record, readSourceNames(api)).text;
  const name = `“${title}”`;
  const isStarted = await confirm({
    ...testDeliveryQuestion(name, record),
    confirmLabel: "Send test delivery",
    onConfirm: () =>
      api.queryClient
        .getMutationCache()
        .build(api.queryClient, testDeliveryMutation(api))
        .execute({ id: record.id, title }),
    describeError: (error) => describeTestFailure(api, error),
  });
  if (!isStarted) return;
  toasts.show({ tone: "positive", title: "Test delivery started", detail: name });
}
