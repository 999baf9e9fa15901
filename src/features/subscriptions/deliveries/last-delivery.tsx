import { Button, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { PastDelivery } from "@/api/deliveries";
import { canPauseRecord, type Subscription } from "@/api/subscriptions";
import { useApi, useMissingScopeMessage } from "@/data/backend/backend";
import { useSourceNames } from "@/data/catalog/source-names";
import { deliveryPageQuery } from "@/data/subscriptions/deliveries";
import { subscriptionTitle } from "@/data/subscriptions/subscriptions";
import {
  SUBSCRIPTION_WRITE_SCOPE,
  undeliverableReasons,
} from "@/features/subscriptions/model/subscription-rules";
import { Notice } from "@/ui/feedback/states";
import { ButtonWithDisabledReason } from "@/ui/primitives/link-button";
import { deliveryOutcome, hasFailed, lastDeliveryMessage, testDeliveryBlocker } from "./delivery-messages";
import { useTestDelivery } from "./use-test-delivery";

/** ID of the section with all past deliveries. */
export const PAST_DELIVERIES_ID = "past-deliveries";

/** Returns the newest delivery. Null while it loads, and from servers that don't store deliveries. */
export function useLastDelivery(record: Subscription, isEnabled = true): PastDelivery | null {
  const { data } = useQuery({
    ...deliveryPageQuery(useApi(), record.id),
    enabled: isEnabled && canPauseRecord(record),
  });
  return data?.results[0] ?? null;
}

interface LastDeliveryNoticeProps {
  readonly delivery: PastDelivery;
  readonly record: Subscription;
  readonly now: Date;
}

/** Shows the outcome of the newest delivery, its reason, and what can be done. */
export function LastDeliveryNotice({ delivery, record, now }: LastDeliveryNoticeProps) {
  const tone = deliveryOutcome(delivery) === "partial" ? "warning" : "danger";
  return (
    <Notice
      tone={hasFailed(delivery) ? tone : "info"}
      action={
        <>
          {deliveryOutcome(delivery) === "failed" && <SendNowButton record={record} />}
          <Button onClick={() => document.getElementById(PAST_DELIVERIES_ID)?.focus()}>
            Show deliveries
          </Button>
        </>
      }
    >
      {lastDeliveryMessage(delivery, now)}
    </Notice>
  );
}

/** Sends a delivery after a confirmation. Renders nothing if the server can't, or if it would fail again. */
export function SendNowButton({ record }: { readonly record: Subscription }) {
  const { names } = useSourceNames();
  const testDelivery = useTestDelivery(useApi());
  const disabledReason = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  const isBlocked =
    testDeliveryBlocker(record) !== undefined || undeliverableReasons(record, names).length > 0;
  if (isBlocked || !testDelivery.canTest(record)) return null;
  return (
    <ButtonWithDisabledReason disabledReason={disabledReason} onClick={() => void testDelivery.send(record)}>
      Send now… <VisuallyHidden>{subscriptionTitle(record, names).text}</VisuallyHidden>
    </ButtonWithDisabledReason>
  );
}
