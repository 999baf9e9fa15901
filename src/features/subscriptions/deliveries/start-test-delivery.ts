import { HttpError, isOutcomeUnknown } from "@/api/errors";
import type { Subscription } from "@/api/subscriptions";
import type { Api } from "@/data/backend/backend";
import { readSourceNames } from "@/data/catalog/source-names";
import { describeFailure } from "@/data/projects/projects";
import { testDeliveryMutation } from "@/data/subscriptions/deliveries";
import { creationEffects } from "@/data/subscriptions/save-effect-messages";
import { subscriptionTitle } from "@/data/subscriptions/subscriptions";
import { stripInvisible } from "@/lib/text/normalize-text";
import { pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import type { Toasts } from "@/ui/feedback/toasts";
import type { Confirm } from "@/ui/overlay/confirm";

interface Context {
  readonly api: Api;
  readonly toasts: Toasts;
  readonly confirm: Confirm;
}

function describeTestFailure(api: Api, error: unknown): Problem | null {
  if (error instanceof HttpError && error.status === 409) {
    return {
      title: "The test delivery wasn't started",
      detail:
        error.detail === null
          ? "The server gave no reason. Try again in a moment."
          : `Server response: “${stripInvisible(error.detail)}”`,
      canRetry: true,
    };
  }
  const problem = describeFailure(api.client, error);
  if (problem === null || !isOutcomeUnknown(error)) return problem;
  return {
    title: "Couldn't confirm the test delivery",
    detail: `${problem.title}. The test delivery may have been sent, so check “Past deliveries” before you retry.`,
    canRetry: false,
  };
}

/** Asks for confirmation, then sends a test delivery to all recipients. The dialog shows errors. */
export async function startTestDelivery(context: Context, record: Subscription): Promise<void> {
  const { api, toasts, confirm } = context;
  const title = subscriptionTitle(record, readSourceNames(api)).text;
  const name = `“${title}”`;
  const { target_type, target_value } = record;
  const [effect] = creationEffects({ target_type, target_value }, "sends");
  const count = effect?.receivers?.count ?? 0;
  const receivers =
    target_type === "email"
      ? `${pluralize(count, "person receives", "people receive")} an email immediately.`
      : effect?.text;
  const isStarted = await confirm({
    title: `Send a test delivery of ${name}?`,
    body: `${receivers} This can't be undone.`,
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
